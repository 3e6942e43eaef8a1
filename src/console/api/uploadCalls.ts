/** What is asked about an upload that the server has whole, by its name. */
import { type ApiClient, undefinedIfMissing } from './client'

export const uploadCalls = (client: ApiClient) => ({
  /** Whether it waits for its turn; `undefined` where the server does not say, or has no such upload. */
  uploadTurn: (upload: string, signal?: AbortSignal) =>
    undefinedIfMissing(client.payload('uploads.turn', { params: { upload }, signal })),

  /** Cancels it. Whether it was in time, the answer of the upload says. Fails if there is no such upload. */
  cancelUpload: async (upload: string): Promise<void> => {
    await client.call('uploads.cancel', { params: { upload } })
  },
})
