// java.xml: DOM, SAX, StAX, XPath and a transformer over small documents, with errors.
import java.io.*;
import java.util.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.*;
import org.xml.sax.helpers.DefaultHandler;

public class XmlProcessing {
    static final String DOC =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- top --><shop xmlns:p=\"urn:p\"><item id=\"1\" p:x=\"y\">Tea "
        + "&amp; <b>milk</b></item><item id=\"2\"><![CDATA[<raw>]]></item><empty/><num>&#x20ac;5</num></shop>";
    static void dump(Node n, String in) {
        System.out.println(in + n.getNodeType() + " " + n.getNodeName()
            + (n.getNodeValue() == null ? "" : "=" + n.getNodeValue().trim()));
        NamedNodeMap as = n.getAttributes();
        if (as != null)
            for (int i = 0; i < as.getLength(); i++)
                System.out.println(in + "  @" + as.item(i).getNodeName() + "=" + as.item(i).getNodeValue());
        for (Node c = n.getFirstChild(); c != null; c = c.getNextSibling()) dump(c, in + "  ");
    }
    public static void main(String[] args) throws Exception {
        DocumentBuilder db = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        db.setErrorHandler(null);
        Document d = db.parse(new InputSource(new StringReader(DOC)));
        dump(d, "");
        SAXParserFactory.newInstance().newSAXParser().parse(
            new ByteArrayInputStream(DOC.getBytes("UTF-8")), new DefaultHandler() {
                int depth;
                @Override
                public void startElement(String u, String l, String q, Attributes a) {
                    System.out.println("start " + q + " " + a.getLength() + " depth " + depth++);
                }
                @Override
                public void endElement(String u, String l, String q) {
                    depth--;
                }
                @Override
                public void characters(char[] c, int o, int n) {
                    System.out.println("text " + new String(c, o, n));
                }
                @Override
                public void endDocument() {
                    System.out.println("end " + depth);
                }
            });
        XMLStreamReader r = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(DOC));
        StringBuilder s = new StringBuilder();
        while (r.hasNext()) {
            int e = r.next();
            s.append(e).append(e == XMLStreamConstants.START_ELEMENT ? r.getLocalName() : "").append(' ');
        }
        System.out.println(s);
        XPath xp = XPathFactory.newInstance().newXPath();
        System.out.println(xp.evaluate("/shop/item[@id='1']/b", d) + " " + xp.evaluate("count(//item)", d)
            + xp.evaluate("sum(//item/@id) * 2", d)
            + ((NodeList) xp.evaluate("//*[not(*)]", d, XPathConstants.NODESET)).getLength());
        Element n = d.createElement("new");
        n.setAttribute("a", "<&\">");
        n.appendChild(d.createTextNode("t<>&"));
        d.getDocumentElement().appendChild(n);
        d.getDocumentElement().removeChild(d.getElementsByTagName("empty").item(0));
        StringWriter w = new StringWriter();
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        t.transform(new DOMSource(d), new StreamResult(w));
        System.out.println(w);
        StringWriter sw = new StringWriter();
        XMLStreamWriter xw = XMLOutputFactory.newInstance().createXMLStreamWriter(sw);
        xw.writeStartDocument();
        xw.writeStartElement("a");
        xw.writeAttribute("k", "v\"<");
        xw.writeCharacters("x & y");
        xw.writeEmptyElement("e");
        xw.writeEndElement();
        xw.writeEndDocument();
        xw.flush();
        System.out.println(sw);
        for (String bad : new String[] {"<a><b></a>", "<a", "", "<a>&nope;</a>", "<a x=1/>", "<a/><b/>"}) try {
                db.parse(new InputSource(new StringReader(bad)));
                System.out.println("parsed " + bad);
            } catch (SAXParseException e) {
                System.out.println(e.getLineNumber() + ":" + e.getColumnNumber() + " " + e.getMessage());
            }
    }
}
