/** Calls that import records of a resource by a spreadsheet (`import` of config). */
import type { Body, Query } from './calls'
import { type ApiClient, undefinedIfMissing } from './client'
import type { UploadOptions } from './upload'

type Mode = NonNullable<Query<'imports.run'>['mode']>

export const importCalls = (client: ApiClient) => ({
  importSample: (resource: string) => client.download('imports.sample', { params: { resource } }),

  /** The cells that the server would refuse; nothing is stored. `undefined` if the server lacks the call. */
  checkImport: (resource: string, rows: Body<'imports.check'>['rows'], signal?: AbortSignal) =>
    undefinedIfMissing(client.payload('imports.check', { params: { resource }, body: { rows }, signal })),

  compareImport: async (resource: string, mode: Mode, file: File, watch: UploadOptions) =>
    (await client.upload('imports.differences', file, { params: { resource }, query: { mode }, ...watch }))
      .payload,

  /** @param agreed the number of changed records to which the user has agreed; absent if the sheet only adds */
  importSheet: async (resource: string, mode: Mode, file: File, watch: UploadOptions, agreed?: number) => {
    const expected = agreed === undefined ? {} : { headers: { 'Changing-Devices': String(agreed) } }
    const input = { params: { resource }, query: { mode }, ...expected, ...watch }
    return (await client.upload('imports.run', file, input)).payload
  },
})
