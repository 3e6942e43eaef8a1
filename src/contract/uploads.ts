/** Stopping an upload whose file the server has already: ours, beyond §7. */
import Type from 'typebox'
import { endpoint } from './endpoint'
import { Acknowledgement } from './envelope'

/** By what the sender of an upload calls it, in `?upload=`. */
export const UploadName = Type.String({
  pattern: '^[\\w-]{8,64}$',
  description: 'Ours: what the sender calls this upload, to stop it with `DELETE /api/uploads/{upload}`',
})

export const uploads = {
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/uploads/{upload}',
    access: 'client',
    summary:
      'Stop an upload of one’s own that is under way; the upload itself answers whether it was stopped (409 `upload.cancelled`) or done',
    params: Type.Object({ upload: UploadName }),
    answer: Acknowledgement,
    ours: true,
  }),
}
