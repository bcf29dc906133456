//! `jdk.internal.perf.Perf`: HotSpot's counters. They are kept, each in a buffer of its own, but nobody reads them.

use super::{Call, Table, done, nothing};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "jdk/internal/perf/Perf",
    methods: &[
        ("createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;", create_long),
        ("createByteArray(Ljava/lang/String;II[BI)Ljava/nio/ByteBuffer;", create_bytes),
        ("detach(Ljava/nio/ByteBuffer;)V", nothing),
        ("highResCounter()J", |call| done(call.clock.nano_time())),
        ("highResFrequency()J", |_| done(1_000_000_000i64)),
    ],
};

impl Call<'_> {
    /// Makes a direct byte buffer over new native memory this native's result.
    fn direct_buffer_instead(&mut self, content: &[u8]) -> Outcome {
        let class = self.load_boot("java/nio/DirectByteBuffer")?;
        self.initialize(class)?;
        // The size is an int in older JDKs and a long in newer ones.
        let constructors = ["(JI)V", "(JJ)V"];
        let Some(descriptor) =
            constructors.into_iter().find(|descriptor| self.find_method(class, "<init>", descriptor).is_some())
        else {
            return Err(super::refused("java.nio.DirectByteBuffer has no constructor for memory that is there"));
        };
        let owner = self.current;
        let address = self.native_memory.allocate(owner, content.len());
        let address = address.ok_or_else(|| super::refused("no room for a performance counter"))?;
        if let Some(memory) = self.native_memory.bytes_mut(address, content.len()) {
            memory.copy_from_slice(content);
        }
        self.construct_instead(class, descriptor, &[address, 0, content.len() as u64, 0])
    }
}

fn create_long(call: &mut Call) -> Outcome {
    let value = call.long(4);
    call.direct_buffer_instead(&value.to_le_bytes())
}

fn create_bytes(call: &mut Call) -> Outcome {
    let array = call.object(4)?;
    let length = call.int(5).max(0) as usize;
    let mut content = call.heap.bytes(array).to_vec();
    content.resize(length, 0);
    call.direct_buffer_instead(&content)
}
