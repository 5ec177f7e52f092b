//! Columns and rows of stores as record batches of the crate arrow-array (feature `arrow`).

use crate::bits::pack;
use crate::{sys, ArrowArray, ArrowSchema, ArrowStream, Cells, Columns, Error, Scan};
use arrow_array::ffi::{from_ffi, FFI_ArrowArray, FFI_ArrowSchema};
#[allow(deprecated)] // its name before version 60.1
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, BinaryArray, RecordBatch, RecordBatchReader, StructArray};

fn refused(why: impl std::fmt::Display) -> Error {
    Error::new(sys::RL_E_REFUSED, why.to_string())
}

macro_rules! moved {
    ($($from:ident => $to:ident,)*) => {
        $(impl From<$from> for $to {
            /// Moves: what is left behind is marked as released, so that dropping it does nothing.
            fn from(mut of: $from) -> $to {
                // Both are the same struct of Arrow's C interfaces.
                unsafe { $to::from_raw((&mut of as *mut $from).cast()) }
            }
        })*
    };
}

moved! {
    ArrowSchema => FFI_ArrowSchema,
    ArrowArray => FFI_ArrowArray,
    ArrowStream => FFI_ArrowArrayStream,
}

impl Columns {
    /// These columns, each with a name, as a record batch, without a copy.
    pub fn into_record_batch(self, names: &[&str]) -> Result<RecordBatch, Error> {
        let (schema, array) = self.into_arrow(names)?;
        // The library made them, so they conform to Arrow's interface.
        let data = unsafe { from_ffi(array.into(), &schema.into()) }.map_err(refused)?;
        Ok(RecordBatch::from(StructArray::from(data)))
    }
}

impl Scan<'_> {
    /// Begins to read the rows as record batches, of up to 16384 rows or about 4 MiB each.
    pub fn record_batches(&self) -> Result<Box<dyn RecordBatchReader + Send>, Error> {
        #[allow(deprecated)]
        let reader = ArrowArrayStreamReader::try_new(self.stream()?.into()).map_err(refused)?;
        Ok(Box::new(reader))
    }
}

/// The rows of an array with its nulls, without copying their bytes.
impl<'a> TryFrom<&'a BinaryArray> for Cells<'a> {
    type Error = Error;

    fn try_from(array: &'a BinaryArray) -> Result<Cells<'a>, Error> {
        let cells = Cells::new(array.value_offsets(), array.value_data())?;
        if array.null_count() == 0 {
            return Ok(cells);
        }
        cells.with_validity(pack((0..array.len()).map(|row| array.is_valid(row))))
    }
}
