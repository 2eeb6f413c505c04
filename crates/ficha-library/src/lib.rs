//! What is kept on disk: entities, revisions, blobs, index, staging, trash.
