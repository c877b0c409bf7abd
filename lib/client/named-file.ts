import { callApiForFile } from './api';

/** A file and the name that the console gave it. */
export interface NamedFile {
  file: Blob;
  name: string;
}

/**
 * Asks the console for a file to be kept.
 * @param otherwise its name where the answer says none.
 * @throws ApiError.
 */
export async function callApiForNamedFile(
  path: string,
  otherwise: string,
  request: Omit<Parameters<typeof callApiForFile>[1], 'onHeaders'> = {},
): Promise<NamedFile> {
  let name = otherwise;
  const file = await callApiForFile(path, {
    ...request,
    onHeaders: (headers) => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
    },
  });
  return { file, name };
}
