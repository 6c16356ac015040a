import { uploadImage as endpoint } from '../../contract/uploads.ts';
import { call } from '../api.ts';

/** Asks for a picture; undefined: none was chosen. */
export function chooseImage(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png,image/jpeg,image/gif,image/webp';
    input.onchange = () => resolve(input.files?.[0]);
    input.oncancel = () => resolve(undefined);
    input.click();
  });
}

export const uploadImage = (image: File) => call(endpoint, { body: { image } });
