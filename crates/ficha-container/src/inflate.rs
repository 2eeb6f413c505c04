//! Deflate streams, unpacked in steps and counted while they grow.
//!
//! Nothing here believes a length from a file: the output grows as data comes, and the limit is checked at each step.
//! A stream whose ratio is far beyond what text and pictures reach is counted first without keeping anything, so that
//! refusing it costs no memory.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// How the stream is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// zlib: two bytes of header, Adler-32 behind (RFC 1950).
    Zlib,
    /// Bare deflate (RFC 1951).
    Raw,
}

/// Why a stream was not unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InflateFault {
    /// It holds more than the limit.
    TooLarge,
    /// It is no deflate stream, or a damaged one.
    Broken,
    /// It ends in the middle.
    Truncated,
}

/// Bytes unpacked between two looks at the limit.
const STEP: usize = 64 * 1024;
/// Above this ratio of output to input a stream could be a bomb: it is then counted to its end before any more is kept.
const HONEST_RATIO: usize = 25;
/// Up to this size keeping is so cheap that the ratio does not matter.
const CHEAP: usize = 4 * 1024 * 1024;

/// Unpacks a whole stream into memory, to `limit` bytes at most.
pub(crate) fn inflate(bytes: &[u8], framing: Framing, limit: usize) -> Result<Vec<u8>, InflateFault> {
    let kept = CHEAP.max(bytes.len().saturating_mul(HONEST_RATIO));
    let mut out = Vec::with_capacity(limit.min(CHEAP).min(bytes.len().saturating_mul(4)));
    let total = run(bytes, framing, limit, |piece, total| {
        if total <= kept {
            out.extend_from_slice(piece);
        }
    })?;
    if total > kept {
        out.clear();
        out.reserve_exact(total);
        run(bytes, framing, limit, |piece, _| out.extend_from_slice(piece))?;
    }
    Ok(out)
}

/// Unpacks a whole stream piece by piece into `keep`, which is told the bytes so far. Answers their number. Only one
/// step is ever held; a stream that is refused has been given in part.
pub(crate) fn run(
    bytes: &[u8],
    framing: Framing,
    limit: usize,
    mut keep: impl FnMut(&[u8], usize),
) -> Result<usize, InflateFault> {
    let mut stream = Decompress::new(framing == Framing::Zlib);
    let mut step = vec![0_u8; STEP];
    let mut input = bytes;
    let mut total = 0_usize;
    loop {
        let (read_before, written_before) = (stream.total_in(), stream.total_out());
        let status = stream.decompress(input, &mut step, FlushDecompress::None).map_err(|_| InflateFault::Broken)?;
        let read = (stream.total_in() - read_before) as usize;
        let written = (stream.total_out() - written_before) as usize;
        input = input.get(read..).unwrap_or_default();
        total = total.saturating_add(written);
        if total > limit {
            return Err(InflateFault::TooLarge);
        }
        keep(step.get(..written).unwrap_or_default(), total);
        match status {
            Status::StreamEnd => return Ok(total),
            Status::Ok | Status::BufError if read == 0 && written == 0 => {
                return Err(InflateFault::Truncated);
            }
            Status::Ok | Status::BufError => {}
        }
    }
}

/// Packs `bytes` as bare deflate. `None` when that gains nothing: such bytes are better stored.
pub(crate) fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = Compress::new(Compression::default(), false);
    let mut packed = Vec::with_capacity(bytes.len());
    match stream.compress_vec(bytes, &mut packed, FlushCompress::Finish) {
        // The buffer is as long as the input, so a stream that does not end in it would not be smaller.
        Ok(Status::StreamEnd) if packed.len() < bytes.len() => Some(packed),
        Ok(Status::StreamEnd | Status::Ok | Status::BufError) | Err(_) => None,
    }
}
