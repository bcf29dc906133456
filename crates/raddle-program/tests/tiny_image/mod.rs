//! Writes small JDK images, so that damaging every byte of one takes no time.

const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// A resource to be written: module, parent, base, extension and content.
pub struct Resource<'a> {
    pub module: &'a str,
    pub parent: &'a str,
    pub base: &'a str,
    pub extension: &'a str,
    pub content: Vec<u8>,
    /// The size once uncompressed, if the content is compressed.
    pub uncompressed: Option<usize>,
}

impl Resource<'_> {
    fn name(&self) -> String {
        let slash = |part: &str| if part.is_empty() { "" } else { "/" };
        let dot = if self.extension.is_empty() { "" } else { "." };
        let (module, parent) = (self.module, self.parent);
        format!("/{module}/{parent}{}{}{dot}{}", slash(parent), self.base, self.extension)
    }
}

/// The strings of an image, each ending with a NUL; the first is empty.
pub struct Strings(Vec<u8>);

impl Strings {
    pub fn new() -> Strings {
        Strings(vec![0])
    }

    pub fn add(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let offset = self.0.len() as u32;
        self.0.extend(text.as_bytes());
        self.0.push(0);
        offset
    }
}

/// The bytes of an image of the resources.
pub fn write(mut strings: Strings, resources: &[Resource<'_>]) -> Vec<u8> {
    let count = resources.len();
    let (redirect, order) = perfect_hash(resources);
    // The first byte is the end mark of an empty location.
    let mut locations = vec![0];
    let mut offsets = vec![0; count];
    let mut contents: Vec<u8> = Vec::new();
    for (resource, &place) in resources.iter().zip(&order) {
        offsets[place] = locations.len() as u32;
        let size = resource.content.len() as u32;
        let (compressed, uncompressed) = match resource.uncompressed {
            Some(uncompressed) => (size, uncompressed as u32),
            None => (0, size),
        };
        let attributes = [
            (1, strings.add(resource.module)),
            (2, strings.add(resource.parent)),
            (3, strings.add(resource.base)),
            (4, strings.add(resource.extension)),
            (5, contents.len() as u32),
            (6, compressed),
            (7, uncompressed),
        ];
        for (kind, value) in attributes.into_iter().filter(|(_, value)| *value != 0) {
            locations.push(kind << 3 | 3);
            locations.extend(value.to_be_bytes());
        }
        locations.push(0);
        contents.extend(&resource.content);
    }
    let header = [0xCAFE_DADA, 1 << 16, 0, count, count, locations.len(), strings.0.len()];
    let mut bytes: Vec<u8> = header.iter().flat_map(|word| (*word as u32).to_le_bytes()).collect();
    bytes.extend(redirect.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(offsets.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(locations);
    bytes.extend(strings.0);
    bytes.extend(contents);
    bytes
}

fn hash(name: &str, seed: u32, len: usize) -> usize {
    let hash = name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte));
    (hash & 0x7FFF_FFFF) as usize % len
}

/// The redirect table, and the place of each resource: slots of several names first, each with a
/// seed that sends its names to free places.
fn perfect_hash(resources: &[Resource<'_>]) -> (Vec<i32>, Vec<usize>) {
    let count = resources.len();
    let names: Vec<String> = resources.iter().map(Resource::name).collect();
    let mut slots = vec![Vec::new(); count];
    for (index, name) in names.iter().enumerate() {
        slots[hash(name, HASH_MULTIPLIER, count)].push(index);
    }
    let mut by_size: Vec<usize> = (0..count).collect();
    by_size.sort_by_key(|slot| std::cmp::Reverse(slots[*slot].len()));
    let mut redirect = vec![0; count];
    let mut order = vec![0; count];
    let mut taken = vec![false; count];
    for slot in by_size {
        match &slots[slot][..] {
            [] => {}
            [index] => {
                let free = taken.iter().position(|taken| !taken).unwrap();
                taken[free] = true;
                order[*index] = free;
                redirect[slot] = -1 - free as i32;
            }
            several => {
                let (seed, found) = (1..)
                    .find_map(|seed| {
                        let mut found: Vec<usize> = Vec::new();
                        for index in several {
                            let place = hash(&names[*index], seed, count);
                            if taken[place] || found.contains(&place) {
                                return None;
                            }
                            found.push(place);
                        }
                        Some((seed, found))
                    })
                    .unwrap();
                for (index, place) in several.iter().zip(found) {
                    taken[place] = true;
                    order[*index] = place;
                }
                redirect[slot] = seed as i32;
            }
        }
    }
    (redirect, order)
}
