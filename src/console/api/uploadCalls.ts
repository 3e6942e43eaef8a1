/** Calls about an upload that the server has received, by the name of the upload. */
import { type ApiClient, undefinedIfMissing } from './client'

export const uploadCalls = (client: ApiClient) => ({
  /** Whether the upload is still queued; `undefined` if the server does not have the call, or no such upload. */
  uploadTurn: (upload: string, signal?: AbortSignal) =>
    undefinedIfMissing(client.payload('uploads.turn', { params: { upload }, signal })),

  /**
   * Cancels the upload, whose own response tells whether that was in time. Rejects if the server has no such upload.
   */
  cancelUpload: async (upload: string): Promise<void> => {
    await client.call('uploads.cancel', { params: { upload } })
  },
})
