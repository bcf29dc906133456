//! From bytes to the tables of a [`ClassFile`]: versions, constant pool, members and attribute
//! spans (JVMS 4.1).

use super::check::check;
use super::reader::Reader;
use super::{Attribute, ClassBytes, ClassFile, ClassFileError, Constant, MAX_MAJOR, MIN_MAJOR, Member};

const MAGIC: u32 = 0xCAFE_BABE;

/// The minor version that marks a file which depends on preview features (JVMS 4.1).
const PREVIEW_MINOR: u16 = 65535;

/// From this major version on the minor one is 0 or that of previews (JVMS 4.1).
const FIRST_WITHOUT_MINORS: u16 = 56;

pub(super) fn parse(file: ClassBytes) -> Result<ClassFile, ClassFileError> {
    let mut reader = Reader::new(&file);
    let magic = reader.u32()?;
    if magic != MAGIC {
        return Err(ClassFileError::Malformed(format!("Incompatible magic value {magic} in class file")));
    }
    let minor = reader.u16()?;
    let major = reader.u16()?;
    check_version(major, minor)?;
    let constants = constant_pool(&mut reader, major)?;
    let access = reader.u16()?;
    let this_class = reader.u16()?;
    let super_class = reader.u16()?;
    let interfaces = reader.list(2, Reader::u16)?;
    let fields = reader.list(8, member)?;
    let methods = reader.list(8, member)?;
    let attributes = attributes(&mut reader)?;
    if reader.remaining() != 0 {
        return Err(ClassFileError::Malformed("Extra bytes at the end of class file".into()));
    }
    let class = ClassFile {
        file,
        major,
        minor,
        access,
        this_class,
        super_class,
        interfaces,
        constants,
        fields,
        methods,
        attributes,
    };
    check(&class)?;
    Ok(class)
}

fn check_version(major: u16, minor: u16) -> Result<(), ClassFileError> {
    let minor_known = major < FIRST_WITHOUT_MINORS || minor == 0 || minor == PREVIEW_MINOR;
    if (MIN_MAJOR..=MAX_MAJOR).contains(&major) && minor_known {
        return Ok(());
    }
    Err(ClassFileError::UnsupportedVersion { major, minor })
}

fn constant_pool(reader: &mut Reader<'_>, major: u16) -> Result<Vec<Constant>, ClassFileError> {
    let count = usize::from(reader.u16()?);
    if count == 0 {
        return Err(ClassFileError::Malformed("Illegal constant pool size 0 in class file".into()));
    }
    // The smallest entries have three bytes, and a long's nine bytes fill two.
    if (count - 1) * 3 > reader.remaining() {
        return Err(ClassFileError::truncated());
    }
    let mut constants = Vec::with_capacity(count);
    constants.push(Constant::Unusable);
    while constants.len() < count {
        let constant = constant(reader, major)?;
        constants.push(constant);
        if matches!(constant, Constant::Long(_) | Constant::Double(_)) {
            if constants.len() == count {
                return Err(ClassFileError::bad_index(count as u16));
            }
            constants.push(Constant::Unusable);
        }
    }
    Ok(constants)
}

fn constant(reader: &mut Reader<'_>, major: u16) -> Result<Constant, ClassFileError> {
    let tag = reader.u8()?;
    // JVMS table 4.4-B: the version in which each tag came.
    let since = match tag {
        1 | 3..=12 => MIN_MAJOR,
        15 | 16 | 18 => 51,
        19 | 20 => 53,
        17 => 55,
        _ => {
            return Err(ClassFileError::Malformed(format!("Unknown constant tag {tag} in class file")));
        }
    };
    if major < since {
        return Err(ClassFileError::Malformed(format!(
            "Class file version does not support constant tag {tag} in class file"
        )));
    }
    Ok(match tag {
        1 => {
            let len = reader.u16()?;
            Constant::Utf8(reader.span(u32::from(len))?)
        }
        3 => Constant::Integer(reader.u32()? as i32),
        4 => Constant::Float(reader.u32()?),
        5 => Constant::Long(reader.u64()? as i64),
        6 => Constant::Double(reader.u64()?),
        7 => Constant::Class(reader.u16()?),
        8 => Constant::String(reader.u16()?),
        9 => Constant::Field { class: reader.u16()?, name_and_type: reader.u16()? },
        10 => Constant::Method { class: reader.u16()?, name_and_type: reader.u16()? },
        11 => Constant::InterfaceMethod { class: reader.u16()?, name_and_type: reader.u16()? },
        12 => Constant::NameAndType { name: reader.u16()?, descriptor: reader.u16()? },
        15 => Constant::MethodHandle { kind: reader.u8()?, reference: reader.u16()? },
        16 => Constant::MethodType(reader.u16()?),
        17 => Constant::Dynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        18 => Constant::InvokeDynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        19 => Constant::Module(reader.u16()?),
        _ => Constant::Package(reader.u16()?),
    })
}

fn member(reader: &mut Reader<'_>) -> Result<Member, ClassFileError> {
    Ok(Member {
        access: reader.u16()?,
        name: reader.u16()?,
        descriptor: reader.u16()?,
        attributes: attributes(reader)?,
    })
}

/// Reads an attribute list without looking into the attributes.
pub(super) fn attributes(reader: &mut Reader<'_>) -> Result<Vec<Attribute>, ClassFileError> {
    reader.list(6, |reader| {
        let name = reader.u16()?;
        let len = reader.u32()?;
        Ok(Attribute { name, span: reader.span(len)? })
    })
}
