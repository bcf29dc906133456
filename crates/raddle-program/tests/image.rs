//! The JDK image: what the images of real JDKs have, compressed resources, and what happens when an
//! image is damaged.

mod jdk;
mod mutate;
mod tiny_image;

use std::io::Write;
use std::path::Path;

use raddle_program::classfile::{ClassBytes, ClassFile};
use raddle_program::image::{Image, ImageError};
use tiny_image::{Resource, Strings};

const MUTATIONS: u64 = 20_000;

#[test]
fn every_resource_of_a_jdk_is_found_by_its_name() {
    for jdk in jdk::all_jdks() {
        let mut count = 0;
        for resource in jdk.image.resources() {
            let resource = resource.unwrap();
            let name = resource.name();
            let found = jdk.image.find(&name).unwrap();
            assert_eq!(found.map(|found| found.name()), Some(name));
            count += 1;
        }
        assert!(count > 5_000, "only {count} resources in {}", jdk.home.display());
    }
}

#[test]
fn a_class_is_found_by_module_and_name_and_read_in_place() {
    for jdk in jdk::all_jdks() {
        let bytes = jdk.image.class_bytes("java.base", "java/lang/String").unwrap().unwrap();
        let class = ClassFile::parse(bytes.clone()).unwrap();
        assert_eq!(class.class_name(class.this_class).unwrap(), "java/lang/String");
        assert_eq!(u32::from(class.major), jdk.feature + 44);
        assert!(matches!(bytes, ClassBytes::Image { .. }));
        assert!(jdk.image.class_bytes("java.base", "java/lang/Strong").unwrap().is_none());
        assert!(jdk.image.class_bytes("java.sql", "java/lang/String").unwrap().is_none());
        assert!(jdk.image.find("").unwrap().is_none());
    }
}

#[test]
fn modules_and_their_packages_are_known() {
    for jdk in jdk::all_jdks() {
        let image = &jdk.image;
        assert_eq!(image.module_of_package("java/lang").unwrap(), Some("java.base"));
        assert_eq!(image.module_of_package("java/util/concurrent/locks").unwrap(), Some("java.base"));
        assert_eq!(image.module_of_package("java/util/logging").unwrap(), Some("java.logging"));
        assert_eq!(image.module_of_package("java").unwrap(), None);
        assert_eq!(image.module_of_package("org/example").unwrap(), None);
        let modules = image.modules().unwrap();
        assert!(modules.is_sorted());
        assert!(modules.iter().any(|module| module == "java.base"));
        assert!(modules.iter().all(|module| module != "packages" && module != "modules"));
    }
}

fn zlib(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Puts the header of a compression around compressed content.
fn layer(plugin: u32, compressed: &[u8], uncompressed: usize) -> Vec<u8> {
    let mut bytes = 0xCAFE_FAFA_u32.to_le_bytes().to_vec();
    bytes.extend((compressed.len() as u64).to_le_bytes());
    bytes.extend((uncompressed as u64).to_le_bytes());
    bytes.extend(plugin.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.push(0);
    bytes.extend(compressed);
    bytes
}

/// A class file cut short, with the descriptor `(LA;)Lp/B;` and `one` in its pool, plain and with
/// shared strings.
fn shared_strings(strings: &mut Strings) -> (Vec<u8>, Vec<u8>) {
    let numbers = |values: &[u32]| values.iter().flat_map(|value| value.to_be_bytes()).collect::<Vec<u8>>();
    let plain = [
        &b"\xCA\xFE\xBA\xBE\0\0\0\x3D\0\x05"[..],
        b"\x01\0\x0A(LA;)Lp/B;",
        b"\x01\0\x03one",
        b"\x03\0\0\0\x07",
        b"\x01\0\x03two",
        b"the rest",
    ]
    .concat();
    let (skeleton, package) = (strings.add("(L;)L;"), strings.add("p"));
    let (a, b, one) = (strings.add("A"), strings.add("B"), strings.add("one"));
    let shared = [
        b"\xCA\xFE\xBA\xBE\0\0\0\x3D\0\x05".to_vec(),
        vec![25],
        numbers(&[skeleton, 16, 0, a, package, b]),
        vec![23],
        numbers(&[one]),
        b"\x03\0\0\0\x07".to_vec(),
        b"\x01\0\x03two".to_vec(),
        b"the rest".to_vec(),
    ]
    .concat();
    (plain, shared)
}

/// An image with plain, zipped, string-sharing and doubly compressed resources, and a package.
fn sample() -> Vec<u8> {
    let mut strings = Strings::new();
    let (zip, compact) = (strings.add("zip"), strings.add("compact-cp"));
    let module = strings.add("java.base");
    let (plain, shared) = shared_strings(&mut strings);
    let resource = |base, content, uncompressed| Resource {
        module: "java.base",
        parent: "p",
        base,
        extension: "class",
        content,
        uncompressed,
    };
    let sharing = layer(compact, &shared, plain.len());
    let both = layer(zip, &zlib(&sharing), sharing.len());
    let text = b"some text that is some text".repeat(20);
    let package = [1_u32, 0, 0, module].map(u32::to_le_bytes).concat();
    let resources = [
        resource("Plain", text.clone(), None),
        resource("Zip", layer(zip, &zlib(&text), text.len()), Some(text.len())),
        resource("Shared", sharing, Some(plain.len())),
        resource("Both", both, Some(plain.len())),
        resource("Unknown", layer(module, b"x", 1), Some(1)),
        Resource { module: "java.base", parent: "", ..resource("module-info", Vec::new(), None) },
        Resource { module: "packages", parent: "", extension: "", ..resource("p", package, None) },
    ];
    tiny_image::write(strings, &resources)
}

#[test]
fn compressed_resources_are_uncompressed() {
    let image = Image::from_bytes(Path::new("sample"), &sample()).unwrap();
    let text = b"some text that is some text".repeat(20);
    let (plain, _) = shared_strings(&mut Strings::new());
    let read = |name: &str| image.class_bytes("java.base", name).unwrap().unwrap().to_vec();
    assert_eq!(read("p/Plain"), text);
    assert_eq!(read("p/Zip"), text);
    assert_eq!(read("p/Shared"), plain);
    assert_eq!(read("p/Both"), plain);
    let error = image.class_bytes("java.base", "p/Unknown").unwrap_err().to_string();
    assert_eq!(
        error,
        "/java.base/p/Unknown.class in the JDK image sample cannot be read: its compression, java.base, is not known here"
    );
    assert_eq!(image.module_of_package("p").unwrap(), Some("java.base"));
    assert_eq!(image.modules().unwrap(), ["java.base"]);
}

#[test]
fn what_is_no_image_is_refused_with_its_path() {
    let error = |bytes: &[u8]| Image::from_bytes(Path::new("modules"), bytes).unwrap_err().to_string();
    let refused = |why: &str| {
        format!("the JDK image modules cannot be read: {why}; install the JDK again, or name another with --jdk")
    };
    assert_eq!(error(b""), refused("it does not begin as a jimage file does"));
    assert_eq!(error(&[0xCA, 0xFE, 0xDA, 0xDA]), refused("it is of a big-endian machine"));
    let sample = sample();
    assert_eq!(error(&sample[..100]), refused("its index is cut off"));
    let mut newer = sample.clone();
    newer[6] = 2;
    assert_eq!(error(&newer), refused("it is of a jimage version other than 1.0"));
    let missing = Image::open(Path::new("/nonexistent/lib/modules")).unwrap_err();
    assert!(matches!(missing, ImageError::Open { .. }));
}

#[test]
fn a_damaged_image_never_causes_a_panic() {
    let sample = sample();
    let mut opened = 0;
    for seed in 0..MUTATIONS {
        let mut random = mutate::Random(seed);
        let mut bytes = sample.clone();
        mutate::mutate(&mut bytes, &mut random);
        let Ok(image) = Image::from_bytes(Path::new("damaged"), &bytes) else {
            continue;
        };
        opened += 1;
        for name in ["Plain", "Zip", "Shared", "Both", "Unknown"] {
            image.class_bytes("java.base", &format!("p/{name}")).ok();
        }
        image.module_of_package("p").ok();
        image.modules().ok();
        for resource in image.resources().flatten() {
            resource.bytes().ok();
        }
    }
    assert!(opened > MUTATIONS / 2, "only {opened} damaged images were opened");
}
