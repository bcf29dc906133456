//! The objects that stand for members: `Field`, `Method`, `Constructor`, `RecordComponent`.
//!
//! The `slot` of each is its position among the members its class declares, in class-file order, which is also the order reflection lists them in.

use super::class_argument;
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::natives::{Call, done};
use raddle_program::class::{ClassId, FieldId, LoaderId, MethodId, access};
use raddle_program::classfile::{Attribute, ClassFile, descriptor};
use std::sync::Arc;

/// Flags of a method that reflection shows (JVMS 4.6).
const METHOD_FLAGS: u16 = 0x1dff;
/// Flags of a field that reflection shows (JVMS 4.5).
const FIELD_FLAGS: u16 = 0x50df;

/// The types a method names.
struct Types {
    parameters: Vec<ClassId>,
    result: ClassId,
    exceptions: Vec<ClassId>,
}

pub(in crate::natives) fn declared_fields(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let public_only = call.boolean(1);
    let wanted: Vec<FieldId> = call.program.class(class).fields.to_vec();
    let wanted = wanted
        .into_iter()
        .filter(|&id| !public_only || call.program.field(id).access & access::PUBLIC != 0)
        .collect::<Vec<_>>();
    call.ready("java/lang/reflect/Field")?;
    for &id in &wanted {
        call.field_type(id)?;
    }
    let fields = wanted.into_iter().map(|id| call.new_field(id)).collect::<Outcome<Vec<Ref>>>()?;
    let array = call.load_boot("[Ljava/lang/reflect/Field;")?;
    done(call.new_references(array, &fields)?)
}

pub(in crate::natives) fn declared_methods(call: &mut Call) -> Outcome {
    declared(call, "java/lang/reflect/Method", |name| !name.starts_with('<'))
}

pub(in crate::natives) fn declared_constructors(call: &mut Call) -> Outcome {
    declared(call, "java/lang/reflect/Constructor", |name| name == "<init>")
}

fn declared(call: &mut Call, kind: &'static str, wanted: fn(&str) -> bool) -> Outcome {
    let class = class_argument(call, 0)?;
    let public_only = call.boolean(1);
    let entry = call.program.class(class);
    let machine_made = entry.hidden && entry.trusted;
    let methods = entry.methods.clone();
    let methods: Vec<MethodId> = methods
        .into_iter()
        .filter(|&id| {
            let method = call.program.method(id);
            // What makes instances of a lambda's class is the machine's own addition.
            let added = machine_made && method.is_static();
            wanted(call.program.symbols.text(method.name))
                && (!public_only || method.access & access::PUBLIC != 0)
                && !added
        })
        .collect();
    call.ready(kind)?;
    // Loading a type may run Java and this native again, so all are there before anything is made.
    let types = methods.iter().map(|&id| call.method_types(id)).collect::<Outcome<Vec<Types>>>()?;
    let mut made = Vec::with_capacity(methods.len());
    for (&id, types) in methods.iter().zip(&types) {
        made.push(call.new_executable(id, types)?);
    }
    let array = call.load_boot(&format!("[L{kind};"))?;
    done(call.new_references(array, &made)?)
}

pub(in crate::natives) fn is_record(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.is_record(class))
}

pub(in crate::natives) fn record_components(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let Some(file) = call.program.class(class).file.clone() else { return done(Ref::NULL) };
    let components = call.checked(file.record_components())?;
    let Some(components) = components else { return done(Ref::NULL) };
    call.ready("java/lang/reflect/Method")?;
    let kind = call.ready("java/lang/reflect/RecordComponent")?;
    let loader = call.program.class(class).loader;
    let mut types = Vec::new();
    for component in &components {
        let descriptor = call.checked(file.text(component.descriptor))?;
        types.push(call.load_type(loader, &descriptor)?);
        if let Some(accessor) = call.accessor_of(class, &file, component.name, &descriptor)? {
            call.method_types(accessor)?;
        }
    }
    let mut made = Vec::new();
    for (component, kind_of) in components.iter().zip(types) {
        let object = call.new_object(kind)?;
        let name = call.checked(file.text(component.name))?;
        let descriptor = call.checked(file.text(component.descriptor))?;
        let accessor = match call.accessor_of(class, &file, component.name, &descriptor)? {
            Some(accessor) => call.method_object(accessor)?,
            None => Ref::NULL,
        };
        let (mirror, kind_of, name) = (call.mirror(class), call.mirror(kind_of), call.literal_text(&name));
        call.set_field(object, "clazz", mirror.0 as u64);
        call.set_field(object, "name", name.0 as u64);
        call.set_field(object, "type", kind_of.0 as u64);
        call.set_field(object, "accessor", accessor.0 as u64);
        let signature = call.signature_of(&file, &component.attributes)?;
        call.set_field(object, "signature", signature.0 as u64);
        call.set_attribute(object, "annotations", &file, &component.attributes, "RuntimeVisibleAnnotations")?;
        call.set_attribute(object, "typeAnnotations", &file, &component.attributes, "RuntimeVisibleTypeAnnotations")?;
        made.push(object);
    }
    let array = call.load_boot("[Ljava/lang/reflect/RecordComponent;")?;
    done(call.new_references(array, &made)?)
}

impl Machine {
    /// Whether a class is a record class (JVMS 4.7.30, as HotSpot judges it).
    pub(crate) fn is_record(&self, class: ClassId) -> bool {
        let entry = self.program.class(class);
        let parent = entry.super_class.map(|parent| self.program.class_name(parent));
        parent == Some("java/lang/Record")
            && entry.access & access::FINAL != 0
            && entry.file.as_ref().is_some_and(|file| file.attribute(&file.attributes, "Record").is_some())
    }

    /// A class of the JDK whose instances are about to be made.
    pub(crate) fn ready(&mut self, name: &str) -> Outcome<ClassId> {
        let class = self.load_boot(name)?;
        self.initialize(class)?;
        Ok(class)
    }

    fn accessor_of(
        &mut self,
        class: ClassId,
        file: &ClassFile,
        name: u16,
        descriptor: &str,
    ) -> Outcome<Option<MethodId>> {
        let name = self.checked(file.text(name))?;
        let Some(name) = self.program.symbols.find(&name) else { return Ok(None) };
        let Some(descriptor) = self.program.symbols.find(&format!("(){descriptor}")) else { return Ok(None) };
        Ok(self.program.declared_method(class, name, descriptor).filter(|&id| !self.program.method(id).is_static()))
    }

    fn field_type(&mut self, id: FieldId) -> Outcome<ClassId> {
        let field = self.program.field(id);
        let (loader, descriptor) =
            (self.program.class(field.class).loader, self.program.symbols.text(field.descriptor));
        self.load_named_by(field.class, loader, descriptor)
    }

    /// A type named in a class; a hidden class may name itself, which no loader knows.
    fn load_named_by(&mut self, class: ClassId, loader: LoaderId, descriptor: &str) -> Outcome<ClassId> {
        let entry = self.program.class(class);
        if entry.hidden
            && let Some(file) = &entry.file
            && let Ok(own) = file.class_name(file.this_class)
            && descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) == Some(&own)
        {
            return Ok(class);
        }
        self.load_type(loader, descriptor)
    }

    fn method_types(&mut self, id: MethodId) -> Outcome<Types> {
        let method = self.program.method(id);
        let (class, index) = (method.class, method.index);
        let loader = self.program.class(class).loader;
        let text = self.program.symbols.text(method.descriptor);
        let Some(parsed) = descriptor::parse_method(text) else {
            return Err(self.error("java/lang/ClassFormatError", &format!("bad method descriptor {text}")));
        };
        let mut parameters = Vec::with_capacity(parsed.parameters.len());
        for parameter in &parsed.parameters {
            parameters.push(self.load_named_by(class, loader, parameter)?);
        }
        let result = self.load_named_by(class, loader, parsed.result)?;
        let mut exceptions = Vec::new();
        if let (Some(file), Some(index)) = (self.program.class(class).file.clone(), index) {
            for exception in self.checked(file.exceptions(&file.methods[index as usize]))? {
                let name = self.checked(file.class_name(exception))?;
                exceptions.push(self.load(loader, &name)?);
            }
        }
        Ok(Types { parameters, result, exceptions })
    }

    /// A new `Method` or `Constructor` for a method; loads the types it names first.
    pub(crate) fn method_object(&mut self, id: MethodId) -> Outcome<Ref> {
        let types = self.method_types(id)?;
        self.new_executable(id, &types)
    }

    /// A new `Field` for a field; loads its type first.
    pub(crate) fn new_field(&mut self, id: FieldId) -> Outcome<Ref> {
        let kind = self.load_boot("java/lang/reflect/Field")?;
        let field_type = self.field_type(id)?;
        let field = self.program.field(id);
        let (class, name, flags, index) =
            (field.class, self.program.symbols.text(field.name), field.access, field.index);
        let slot = self.program.class(class).fields.iter().position(|&other| other == id).unwrap_or(0);
        let object = self.new_object(kind)?;
        let (mirror, field_type, name) = (self.mirror(class), self.mirror(field_type), self.literal_text(name));
        self.set_field(object, "clazz", mirror.0 as u64);
        self.set_field(object, "slot", slot as u64);
        self.set_field(object, "name", name.0 as u64);
        self.set_field(object, "type", field_type.0 as u64);
        self.set_field(object, "modifiers", (flags & FIELD_FLAGS) as u64);
        // Fields no reflection may write, and compilers may trust (HotSpot's fieldDescriptor::is_trusted_final).
        let trusted = flags & access::FINAL != 0
            && (flags & access::STATIC != 0 || self.program.class(class).hidden || self.is_record(class));
        self.set_field(object, "trustedFinal", trusted as u64);
        if let Some(file) = self.program.class(class).file.clone() {
            let attributes = &file.fields[index as usize].attributes;
            let signature = self.signature_of(&file, attributes)?;
            self.set_field(object, "signature", signature.0 as u64);
            self.set_attribute(object, "annotations", &file, attributes, "RuntimeVisibleAnnotations")?;
        }
        Ok(object)
    }

    fn new_executable(&mut self, id: MethodId, types: &Types) -> Outcome<Ref> {
        let method = self.program.method(id);
        let (class, name, flags, index) =
            (method.class, self.program.symbols.text(method.name), method.access, method.index);
        let constructor = name == "<init>";
        let kind =
            self.load_boot(if constructor { "java/lang/reflect/Constructor" } else { "java/lang/reflect/Method" })?;
        let slot = self.program.class(class).methods.iter().position(|&other| other == id).unwrap_or(0);
        let object = self.new_object(kind)?;
        let mirror = self.mirror(class);
        self.set_field(object, "clazz", mirror.0 as u64);
        self.set_field(object, "slot", slot as u64);
        let parameters = self.mirrors_of(&types.parameters)?;
        self.set_field(object, "parameterTypes", parameters.0 as u64);
        let exceptions = self.mirrors_of(&types.exceptions)?;
        self.set_field(object, "exceptionTypes", exceptions.0 as u64);
        self.set_field(object, "modifiers", (flags & METHOD_FLAGS) as u64);
        if !constructor {
            let (name, result) = (self.literal_text(name), self.mirror(types.result));
            self.set_field(object, "name", name.0 as u64);
            self.set_field(object, "returnType", result.0 as u64);
        }
        let (Some(file), Some(index)) = (self.program.class(class).file.clone(), index) else { return Ok(object) };
        let attributes = &file.methods[index as usize].attributes;
        let signature = self.signature_of(&file, attributes)?;
        self.set_field(object, "signature", signature.0 as u64);
        self.set_attribute(object, "annotations", &file, attributes, "RuntimeVisibleAnnotations")?;
        self.set_attribute(object, "parameterAnnotations", &file, attributes, "RuntimeVisibleParameterAnnotations")?;
        if !constructor {
            self.set_attribute(object, "annotationDefault", &file, attributes, "AnnotationDefault")?;
        }
        Ok(object)
    }

    /// A new `Class[]`.
    pub(crate) fn mirrors_of(&mut self, classes: &[ClassId]) -> Outcome<Ref> {
        let mirrors: Vec<Ref> = classes.iter().map(|&class| self.mirror(class)).collect();
        let array = self.load_boot("[Ljava/lang/Class;")?;
        self.new_references(array, &mirrors)
    }

    fn signature_of(&mut self, file: &Arc<ClassFile>, attributes: &[Attribute]) -> Outcome<Ref> {
        match file.signature(attributes) {
            Some(index) => {
                let text = self.checked(file.text(index))?;
                self.new_string(&text)
            }
            None => Ok(Ref::NULL),
        }
    }

    fn set_attribute(
        &mut self,
        object: Ref,
        field: &'static str,
        file: &Arc<ClassFile>,
        attributes: &[Attribute],
        attribute: &str,
    ) -> Outcome<()> {
        if let Some(span) = file.attribute(attributes, attribute) {
            let bytes = self.new_bytes(file.bytes(span))?;
            self.set_field(object, field, bytes.0 as u64);
        }
        Ok(())
    }

    /// The method a `Method` or `Constructor` stands for.
    pub(crate) fn method_of(&mut self, executable: Ref) -> MethodId {
        let mirror = self.reference_field(executable, "clazz");
        let slot = self.field(executable, "slot") as usize;
        let class = self.class_of_mirror(mirror);
        self.program.class(class).methods[slot]
    }
}
