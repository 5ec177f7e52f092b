//! Columns and rows of stores as record batches of the crate arrow-array (feature `arrow`).

use crate::{sys, ArrowArray, ArrowSchema, ArrowStream, Cells, Columns, Error, Scan};
use arrow_array::ffi::{from_ffi, FFI_ArrowArray, FFI_ArrowSchema};
#[allow(deprecated)] // its name before version 60
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{BinaryArray, RecordBatch, RecordBatchReader, StructArray};
use std::mem::transmute;

fn refused(why: impl std::fmt::Display) -> Error {
    Error::new(sys::RL_E_REFUSED, why.to_string())
}

impl Columns {
    /// These columns under names, one for each, as a record batch, without a copy.
    pub fn into_record_batch(self, names: &[&str]) -> Result<RecordBatch, Error> {
        let (schema, array) = self.into_arrow(names)?;
        // Both are the structs of Arrow's C data interface, and own what they point to.
        let (schema, array) = unsafe { (transmute::<ArrowSchema, FFI_ArrowSchema>(schema), transmute::<ArrowArray, FFI_ArrowArray>(array)) };
        let data = unsafe { from_ffi(array, &schema) }.map_err(refused)?;
        Ok(RecordBatch::from(StructArray::from(data)))
    }
}

impl Scan<'_> {
    /// Begins to read the rows as record batches.
    pub fn record_batches(&self) -> Result<Box<dyn RecordBatchReader + Send>, Error> {
        // Both are the struct of Arrow's C stream interface.
        let stream = unsafe { transmute::<ArrowStream, FFI_ArrowArrayStream>(self.stream()?) };
        #[allow(deprecated)]
        let reader = ArrowArrayStreamReader::try_new(stream).map_err(refused)?;
        Ok(Box::new(reader))
    }
}

/// The rows of an array, without a copy. A null is an empty cell: look for it in the array.
impl<'a> TryFrom<&'a BinaryArray> for Cells<'a> {
    type Error = Error;

    fn try_from(array: &'a BinaryArray) -> Result<Cells<'a>, Error> {
        Cells::new(array.value_offsets(), array.value_data())
    }
}
