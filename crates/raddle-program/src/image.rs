//! The JDK's image of its own classes, `lib/modules`, in the jimage format: a perfect hash table
//! from paths such as `/java.base/java/lang/String.class` to places in the same file. The file is
//! mapped and a class is read where it lies. Opening only checks that the index is whole, which
//! takes microseconds where a walk over its entries takes ten milliseconds; an entry is checked
//! when it is looked up.

mod compressed;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::{Mmap, MmapMut};

use crate::classfile::ClassBytes;

const MAGIC: u32 = 0xCAFE_DADA;
const VERSION: u32 = 1 << 16;
const HEADER_LEN: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// Stands in the place of a module for the entries that say which module a package is in.
const PACKAGES: &str = "packages";

/// Why an image cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// The file cannot be opened or mapped.
    #[error("cannot open the JDK image {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is none in the jimage format, or its index is damaged.
    #[error("the JDK image {} cannot be read: {why}; install the JDK again, or name another with --jdk", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// One resource is damaged, or compressed in a way that is not understood.
    #[error("{name} in the JDK image {} cannot be read: {why}", path.display())]
    Resource {
        /// The image.
        path: PathBuf,
        /// The resource.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

/// An opened JDK image.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use raddle_program::image::Image;
///
/// let image = Image::open("/usr/lib/jvm/java-17-openjdk-amd64/lib/modules".as_ref())?;
/// assert_eq!(image.module_of_package("java/lang")?, Some("java.base"));
/// let string = image.class_bytes("java.base", "java/lang/String")?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Image {
    path: PathBuf,
    map: Arc<Mmap>,
    /// How many entries the redirect and offset tables have; not 0.
    table_len: usize,
    locations: Section,
    strings: Section,
    /// Where the resources begin, which is what their offsets count from.
    resources: usize,
}

/// A part of the index, within the map's bounds.
#[derive(Clone, Copy, Debug)]
struct Section {
    start: usize,
    len: usize,
}

/// A resource of an image.
#[derive(Clone, Copy)]
pub struct Resource<'a> {
    image: &'a Image,
    location: Location,
}

/// The attributes of a resource. The first four are offsets into the strings.
#[derive(Clone, Copy, Debug, Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    /// The stored size of a compressed resource, 0 for one stored as it is.
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    /// Maps the image and checks its index.
    pub fn open(path: &Path) -> Result<Image, ImageError> {
        let open = |source| ImageError::Open { path: path.to_owned(), source };
        let file = File::open(path).map_err(open)?;
        // SAFETY: a JDK's image does not change while programs run on it; `java` itself maps it
        // under the same assumption.
        let map = unsafe { Mmap::map(&file) }.map_err(open)?;
        Image::of_map(path, map)
    }

    /// Takes the bytes of an image; `path` only serves messages.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Image, ImageError> {
        let open = |source| ImageError::Open { path: path.to_owned(), source };
        let mut map = MmapMut::map_anon(bytes.len().max(1)).map_err(open)?;
        map[..bytes.len()].copy_from_slice(bytes);
        Image::of_map(path, map.make_read_only().map_err(open)?)
    }

    fn of_map(path: &Path, map: Mmap) -> Result<Image, ImageError> {
        let broken = |why: &str| ImageError::Broken { path: path.to_owned(), why: why.to_owned() };
        let word = |index: usize| read_u32(&map, index * 4);
        let size = |index: usize| word(index).and_then(|size| usize::try_from(size).ok());
        match word(0) {
            Some(MAGIC) => {}
            Some(magic) if magic.swap_bytes() == MAGIC => {
                return Err(broken("it is of a big-endian machine"));
            }
            _ => return Err(broken("it does not begin as a jimage file does")),
        }
        if word(1) != Some(VERSION) {
            return Err(broken("it is of a jimage version other than 1.0"));
        }
        let layout = || {
            let table_len = size(4)?;
            let locations = Section { start: table_len.checked_mul(8)?.checked_add(HEADER_LEN)?, len: size(5)? };
            let strings = Section { start: locations.start.checked_add(locations.len)?, len: size(6)? };
            let resources = strings.start.checked_add(strings.len)?;
            (resources <= map.len()).then_some((table_len, locations, strings, resources))
        };
        let (table_len, locations, strings, resources) = layout().ok_or_else(|| broken("its index is cut off"))?;
        if table_len == 0 {
            return Err(broken("it is empty"));
        }
        Ok(Image { path: path.to_owned(), map: Arc::new(map), table_len, locations, strings, resources })
    }

    fn damaged(&self, index: usize) -> ImageError {
        ImageError::Broken { path: self.path.clone(), why: format!("entry {index} of its index is damaged") }
    }

    /// The whole file, as long as anyone wants to read it.
    pub fn content(&self) -> Arc<Mmap> {
        self.map.clone()
    }

    /// The whole file as it is mapped.
    pub fn mapped(&self) -> Arc<Mmap> {
        Arc::clone(&self.map)
    }

    /// The file that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Looks up a resource by its full path: `/java.base/java/lang/String.class`.
    pub fn find(&self, name: &str) -> Result<Option<Resource<'_>>, ImageError> {
        let slot = hash(name, HASH_MULTIPLIER) as usize % self.table_len;
        let redirect = read_u32(&self.map, HEADER_LEN + slot * 4).unwrap_or_default() as i32;
        let index = match redirect {
            0 => return Ok(None),
            // The place itself, for a slot that only one name hashes to: -1 - place.
            ..0 => !redirect as usize,
            // A second hash, with a seed that keeps apart the names of the slot.
            1.. => hash(name, redirect as u32) as usize % self.table_len,
        };
        let resource = self.resource(index)?;
        Ok(resource.is_named(name).then_some(resource))
    }

    /// The class file of a class, named in internal form, of a module.
    pub fn class_bytes(&self, module: &str, internal_name: &str) -> Result<Option<ClassBytes>, ImageError> {
        self.find(&format!("/{module}/{internal_name}.class"))?.map(|resource| resource.bytes()).transpose()
    }

    /// The module that has classes in a package, named in internal form: `java/lang`.
    pub fn module_of_package(&self, package: &str) -> Result<Option<&str>, ImageError> {
        let Some(entry) = self.find(&format!("/{PACKAGES}/{}", package.replace('/', ".")))? else {
            return Ok(None);
        };
        // Pairs of "has no classes of the package" and the module's name. At most one module has
        // classes of it (JLS 7.4.3).
        let content = entry.bytes()?;
        Ok(content.chunks_exact(8).find_map(|pair| match read_u32(pair, 0)? {
            0 => self.string(u64::from(read_u32(pair, 4)?)),
            _ => None,
        }))
    }

    /// The names of all modules, sorted.
    pub fn modules(&self) -> Result<Vec<String>, ImageError> {
        let mut names = Vec::new();
        for resource in self.resources() {
            let resource = resource?;
            if resource.parent().is_empty() && resource.base() == "module-info" {
                names.push(resource.module().to_owned());
            }
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// All resources, in no particular order.
    pub fn resources(&self) -> impl Iterator<Item = Result<Resource<'_>, ImageError>> {
        (0..self.table_len).map(|index| self.resource(index))
    }

    fn resource(&self, index: usize) -> Result<Resource<'_>, ImageError> {
        let location = self.location(index).ok_or_else(|| self.damaged(index))?;
        Ok(Resource { image: self, location })
    }

    fn section(&self, section: Section) -> &[u8] {
        self.map.get(section.start..section.start + section.len).unwrap_or_default()
    }

    /// A string as it is stored: modified UTF-8.
    fn raw_string(&self, offset: u64) -> Option<&[u8]> {
        let bytes = self.section(self.strings).get(usize::try_from(offset).ok()?..)?;
        Some(std::ffi::CStr::from_bytes_until_nul(bytes).ok()?.to_bytes())
    }

    fn string(&self, offset: u64) -> Option<&str> {
        std::str::from_utf8(self.raw_string(offset)?).ok()
    }

    /// The location of an index of the table; `None` if it is damaged or beyond the table.
    fn location(&self, index: usize) -> Option<Location> {
        if index >= self.table_len {
            return None;
        }
        let offset = read_u32(&self.map, HEADER_LEN + (self.table_len + index) * 4)?;
        let bytes = self.section(self.locations).get(offset as usize..)?;
        let location = Location::decode(bytes)?;
        for string in [location.module, location.parent, location.base, location.extension] {
            self.string(string)?;
        }
        self.place(&location)?;
        Some(location)
    }

    /// Where the stored bytes of a resource begin, and how many there are; `None` if they are not
    /// all in the file.
    fn place(&self, location: &Location) -> Option<(usize, usize)> {
        let stored = match location.compressed {
            0 => location.uncompressed,
            compressed => compressed,
        };
        let start = self.resources.checked_add(usize::try_from(location.offset).ok()?)?;
        let len = usize::try_from(stored).ok()?;
        (start.checked_add(len)? <= self.map.len()).then_some((start, len))
    }
}

impl Location {
    /// Reads attributes up to the end mark: each has a byte with its kind and length, and a
    /// big-endian number.
    fn decode(bytes: &[u8]) -> Option<Location> {
        let mut location = Location::default();
        let mut rest = bytes;
        loop {
            let (&head, tail) = rest.split_first()?;
            if head >> 3 == 0 {
                return Some(location);
            }
            let (value, tail) = tail.split_at_checked(usize::from(head & 7) + 1)?;
            rest = tail;
            let value = value.iter().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
            match head >> 3 {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => return None,
            }
        }
    }
}

impl<'a> Resource<'a> {
    fn string(&self, offset: u64) -> &'a str {
        self.image.string(offset).unwrap_or_default()
    }

    /// The module: `java.base`.
    pub fn module(&self) -> &'a str {
        self.string(self.location.module)
    }

    /// The path within the module up to the file's name: `java/lang`.
    pub fn parent(&self) -> &'a str {
        self.string(self.location.parent)
    }

    /// The file's name without extension: `String`.
    pub fn base(&self) -> &'a str {
        self.string(self.location.base)
    }

    /// The extension without the dot: `class`.
    pub fn extension(&self) -> &'a str {
        self.string(self.location.extension)
    }

    /// The size in bytes, once uncompressed.
    pub fn size(&self) -> u64 {
        self.location.uncompressed
    }

    /// Whether the resource has to be uncompressed, and so copied.
    pub fn is_compressed(&self) -> bool {
        self.location.compressed != 0
    }

    /// The full path: `/java.base/java/lang/String.class`.
    pub fn name(&self) -> String {
        self.pieces().concat()
    }

    /// The full path in pieces: a mark stands only beside a part that is there.
    fn pieces(&self) -> [&'a str; 8] {
        let beside = |part: &str, mark: &'static str| if part.is_empty() { "" } else { mark };
        let (module, parent, extension) = (self.module(), self.parent(), self.extension());
        let (slash, parent_slash, dot) = (beside(module, "/"), beside(parent, "/"), beside(extension, "."));
        [slash, module, slash, parent, parent_slash, self.base(), dot, extension]
    }

    fn is_named(&self, name: &str) -> bool {
        self.pieces().iter().try_fold(name, |rest, piece| rest.strip_prefix(piece)) == Some("")
    }

    /// The content: a slice of the image, or a copy if it is compressed.
    pub fn bytes(&self) -> Result<ClassBytes, ImageError> {
        let broken = |why: String| ImageError::Resource { path: self.image.path.clone(), name: self.name(), why };
        let (start, len) = self.image.place(&self.location).ok_or_else(|| broken("it is cut off".into()))?;
        let stored = ClassBytes::Image { map: Arc::clone(&self.image.map), start, len };
        if !self.is_compressed() {
            return Ok(stored);
        }
        compressed::uncompress(&stored, self.location.uncompressed, |offset| self.image.raw_string(u64::from(offset)))
            .map(ClassBytes::from)
            .map_err(broken)
    }
}

/// The format's hash of a name: FNV-like, of which the sign bit is dropped.
fn hash(name: &str, seed: u32) -> u32 {
    let hash = name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte));
    hash & 0x7FFF_FFFF
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
