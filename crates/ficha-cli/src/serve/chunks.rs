//! A request's body as a stream that a thread reads: a few pieces wait at a time, so a file of gigabytes passes through
//! without being held.

use std::io::{Error, Read};

use axum::body::{Body, Bytes};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_stream::StreamExt;

/// Pieces that wait to be read.
const WAITING: usize = 8;

/// A body, read from a thread that may block.
pub struct Chunks {
    pieces: Receiver<Result<Bytes, axum::Error>>,
    piece: Bytes,
}

impl Chunks {
    /// The stream of a body. Reading it ends when the body does, or with the fault of a body that broke off.
    pub fn of(body: Body) -> Chunks {
        let (sender, pieces) = channel(WAITING);
        tokio::spawn(async move {
            let mut body = body.into_data_stream();
            while let Some(piece) = body.next().await {
                let broken = piece.is_err();
                if sender.send(piece).await.is_err() || broken {
                    break;
                }
            }
        });
        Chunks { pieces, piece: Bytes::new() }
    }
}

impl Read for Chunks {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                None => return Ok(0),
                Some(piece) => self.piece = piece.map_err(Error::other)?,
            }
        }
        let count = into.len().min(self.piece.len());
        into[..count].copy_from_slice(&self.piece.split_to(count));
        Ok(count)
    }
}
