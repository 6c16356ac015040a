export interface StoredFile {
  /** Letters, digits, `-`, `.` and `/`: made by us. */
  key: string;
  content: Uint8Array;
  contentType: string;
}

/** Where files are kept that anybody may read. */
export interface Storage {
  /** Answers the address that it can be read at. */
  put(file: StoredFile): Promise<string>;
}
