/** Progress and cancellation of an upload that the server has received: our own calls, beyond §7. */
import Type, { type Static } from 'typebox'
import { get, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** A name that the sender makes up and sends in the header `Upload-Name`. */
const UploadName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const UploadTurn = Type.Object({
  state: Type.Enum(['waiting', 'reading']),
  before: Type.Integer({
    minimum: 0,
    description:
      'While the upload waits: how many uploads come before it in this server process, including uploads being read',
  }),
})
export type UploadTurn = Static<typeof UploadTurn>

const uploadPath = '/api/uploads/{upload}'
const params = Type.Object({ upload: UploadName })

export const uploads = {
  turn: get(uploadPath, 'client', {
    summary: 'Whether an upload of the caller is still queued; named by its header Upload-Name',
    params,
    answer: Envelope(UploadTurn),
    ours: true,
  }),
  cancel: remove(uploadPath, 'client', {
    summary:
      'Cancel an upload of the caller, named by its header Upload-Name; the response to the upload shows if it was cancelled (409 `upload.cancelled`) or done',
    params,
    answer: Acknowledgement,
    ours: true,
  }),
}
