//! `jdk.internal.util.SystemProps$Raw`: the properties the platform gives.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use crate::posix;
use std::sync::OnceLock;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/util/SystemProps$Raw",
    methods: &[
        ("vmProperties()[Ljava/lang/String;", vm_properties),
        ("platformProperties()[Ljava/lang/String;", platform_properties),
    ],
};

fn vm_properties(call: &mut Call) -> Outcome {
    let home = call.program.jdk.home.display().to_string();
    let feature = call.program.jdk.feature.to_string();
    let version = call.program.jdk.version.clone();
    let class_path = call.settings.class_path.clone();
    let release = std::fs::read_to_string(call.program.jdk.home.join("release")).unwrap_or_default();
    let library_path = if release.contains("IMPLEMENTOR=\"Debian\"") { DEBIAN_LIBRARY_PATH } else { LIBRARY_PATH };
    let library_path = match std::env::var("LD_LIBRARY_PATH") {
        Ok(path) if !path.is_empty() => format!("{path}:{library_path}"),
        _ => library_path.to_string(),
    };
    let mut pairs: Vec<(String, String)> = [
        ("java.home", home.as_str()),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature),
        ("java.vm.name", "Raddle"),
        ("java.vm.vendor", "The Raddle developers"),
        ("java.vm.version", &version),
        ("java.vm.info", "interpreted mode"),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("java.class.path", &class_path),
        ("java.library.path", &library_path),
        ("jdk.debug", "release"),
        ("sun.boot.library.path", &format!("{home}/lib")),
        // Reflection goes through native accessors, never through classes it would spin.
        ("sun.reflect.inflationThreshold", "2147483647"),
        ("jdk.reflect.useNativeAccessorOnly", "true"),
    ]
    .iter()
    .map(|(key, value)| (key.to_string(), value.to_string()))
    .collect();
    pairs.extend(call.settings.properties.clone());
    let mut strings = Vec::new();
    for (key, value) in &pairs {
        strings.push(call.literal_text(key));
        strings.push(call.new_string(value)?);
    }
    strings.extend([Ref::NULL, Ref::NULL]);
    let class = call.load_boot("[Ljava/lang/String;")?;
    done(call.new_references(class, &strings)?)
}

/// Where the JDK looks for libraries of C code when nothing else is said.
const LIBRARY_PATH: &str = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib";

/// The same as Debian builds its JDKs.
const DEBIAN_LIBRARY_PATH: &str = "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib";

/// Values by the indices `Raw` itself declares, which differ between JDKs.
fn platform_properties(call: &mut Call) -> Outcome {
    let raw = call.load_boot("jdk/internal/util/SystemProps$Raw")?;
    let directory = std::env::current_dir().map(|path| path.display().to_string()).unwrap_or_else(|_| "/".into());
    let account = posix::account("/etc/passwd", None, Some(posix::identity().0));
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (user, home) = account.map_or(("?".into(), "?".into()), |(name, _, home)| (text(name), text(home)));
    let release = posix::system_release();
    let encoding = encoding();
    let (language, country) = language();
    let values = [
        ("_display_language_NDX", language.as_str()),
        ("_display_country_NDX", country.as_str()),
        ("_file_separator_NDX", "/"),
        ("_path_separator_NDX", ":"),
        ("_line_separator_NDX", "\n"),
        ("_file_encoding_NDX", encoding),
        ("_native_encoding_NDX", encoding),
        ("_sun_jnu_encoding_NDX", encoding),
        ("_stdout_encoding_NDX", ""),
        ("_stderr_encoding_NDX", ""),
        ("_stdin_encoding_NDX", ""),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_os_name_NDX", "Linux"),
        ("_os_arch_NDX", "amd64"),
        ("_os_version_NDX", &release),
        ("_sun_arch_abi_NDX", ""),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_cpu_isalist_NDX", ""),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_user_dir_NDX", &directory),
        ("_user_home_NDX", &home),
        ("_user_name_NDX", &user),
    ];
    let length = call.static_int(raw, "FIXED_LENGTH").unwrap_or(64);
    let class = call.load_boot("[Ljava/lang/String;")?;
    let array = call.new_array(class, length as u32)?;
    for (name, value) in values {
        if value.is_empty() {
            continue;
        }
        if let Some(index) = call.static_int(raw, name) {
            let text = call.new_string(value)?;
            call.heap.set_int(array, index as u32, text.0);
        }
    }
    done(array)
}

/// The locale of the environment and its encoding, asked for once.
fn locale() -> &'static (String, String) {
    static LOCALE: OnceLock<(String, String)> = OnceLock::new();
    LOCALE.get_or_init(posix::locale)
}

/// The encoding HotSpot takes from the C locale.
pub(super) fn encoding() -> &'static str {
    &locale().1
}

/// Language and country of the locale, as the JDK reads them from its name.
fn language() -> (String, String) {
    let name = locale().0.split(['.', '@']).next().unwrap_or_default();
    match name.split_once('_') {
        Some((language, country)) => (language.to_string(), country.to_string()),
        None if name.is_empty() || name == "C" || name == "POSIX" => ("en".into(), String::new()),
        None => (name.to_string(), String::new()),
    }
}

impl crate::machine::Machine {
    /// A static int of a class, constant or not.
    pub(crate) fn static_int(&mut self, class: raddle_program::class::ClassId, name: &str) -> Option<i32> {
        let word = self.static_word(class, name)?;
        Some(self.heap.word(word) as i32)
    }
}
