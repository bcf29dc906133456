// The module system seen from a class path program: named and unnamed modules, exports, opens, layers, descriptors, services, packages.
import java.lang.module.*;
import java.util.*;

public class ModulesApi {
    public static void main(String[] args) throws Exception {
        Module base = Object.class.getModule(), mine = ModulesApi.class.getModule();
        System.out.println(base + " " + base.isNamed() + mine.isNamed() + mine.getName() + base.getName()
            + mine.canRead(base) + base.canRead(mine) + base.isExported("java.util") + base.isExported("sun.nio.fs")
            + base.isExported("jdk.internal.misc", mine) + base.isOpen("java.lang") + base.isOpen("java.lang", mine)
            + mine.isExported("") + mine.getLayer() + (base.getLayer() == ModuleLayer.boot())
            + mine.isOpen("any.package") + base.getClassLoader()
            + (mine.getClassLoader() == ModulesApi.class.getClassLoader()));
        ModuleDescriptor d = base.getDescriptor();
        System.out.println(d.name() + " " + d.isOpen() + d.isAutomatic()
            + d.exports().stream().anyMatch(e -> e.source().equals("java.lang"))
            + d.packages().contains("java.util.function") + d.requires().isEmpty()
            + d.uses().contains("java.nio.file.spi.FileSystemProvider") + mine.getDescriptor() + d.modifiers());
        for (String m : new String[] {"java.base", "java.logging", "java.xml", "java.sql", "no.such.module"})
            System.out.println(
                m + " " + ModuleLayer.boot().findModule(m).isPresent() + ModuleFinder.ofSystem().find(m).isPresent());
        System.out.println(java.util.logging.Logger.class.getModule() + " "
            + java.util.logging.Logger.class.getModule()
                .getDescriptor()
                .requires()
                .stream()
                .map(ModuleDescriptor.Requires::name)
                .sorted()
                .toList()
            + java.sql.Date.class.getModule().canRead(java.util.logging.Logger.class.getModule())
            + java.sql.Date.class.getClassLoader().getName());
        try {
            Class<?> c = Class.forName("jdk.internal.misc.Unsafe");
            System.out.println(c.getName() + " " + c.getModule().getName());
            c.getMethod("getUnsafe").invoke(null);
        } catch (IllegalAccessException e) { System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@")); }
        try {
            var f = ArrayList.class.getDeclaredField("elementData");
            System.out.println(f.trySetAccessible() + " " + f.canAccess(new ArrayList<>()));
            f.setAccessible(true);
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        System.out.println(Class.forName(base, "java.lang.Integer") + " " + Class.forName(base, "ModulesApi")
            + Class.forName(mine, "ModulesApi"));
        System.out.println(base.getPackages().contains("java.lang") + " " + mine.getAnnotations().length
            + base.getResourceAsStream("java/lang/Object.class").read()
            + Optional.ofNullable(base.getResourceAsStream("nope")).isPresent());
        System.out.println(ModuleDescriptor.newModule("m.x").requires("java.base").exports("m.x.api").build() + " "
            + ModuleDescriptor.Version.parse("1.2.3").compareTo(ModuleDescriptor.Version.parse("1.10")));
        try {
            ModuleDescriptor.newModule("bad name");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Runtime.version().feature() >= 17
            && Runtime.version().feature() == Integer.parseInt(System.getProperty("java.specification.version")));
        mine.addReads(base);
        System.out.println(mine.addExports("x", base) == mine);
        System.out.println(int.class.getModule().getName() + int[].class.getModule().getName()
            + ModulesApi[].class.getModule().isNamed() + ModuleLayer.empty().modules().size()
            + ModuleLayer.boot().configuration().findModule("java.base").get().name()
            + ModuleLayer.boot().parents().size());
    }
}
