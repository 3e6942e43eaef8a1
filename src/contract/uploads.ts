/** Stopping an upload whose file the server has already: ours, beyond §7. */
import Type from 'typebox'
import { remove } from './endpoint'
import { Acknowledgement } from './envelope'

/** What the sender of an upload calls it, in the header `Upload-Name`. */
const UploadName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const uploads = {
  cancel: remove('/api/uploads/{upload}', 'client', {
    summary:
      'Stop an upload of one’s own that is under way, by its header Upload-Name; the upload itself answers whether it was stopped (409 `upload.cancelled`) or done',
    params: Type.Object({ upload: UploadName }),
    answer: Acknowledgement,
    ours: true,
  }),
}
