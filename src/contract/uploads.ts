/** Following and stopping an upload whose file the server has already: ours, beyond §7. */
import Type, { type Static } from 'typebox'
import { get, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** What the sender of an upload calls it, in the header `Upload-Name`. */
const UploadName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const UploadTurn = Type.Object({
  state: Type.Enum(['waiting', 'reading']),
  before: Type.Integer({
    minimum: 0,
    description:
      'While it waits: how many are before it, those being read among them; of the process that is asked',
  }),
})
export type UploadTurn = Static<typeof UploadTurn>

const one = '/api/uploads/{upload}'
const params = Type.Object({ upload: UploadName })

export const uploads = {
  turn: get(one, 'client', {
    summary:
      'Whether an upload of one’s own that is under way, by its header Upload-Name, still waits for its turn',
    params,
    answer: Envelope(UploadTurn),
    ours: true,
  }),
  cancel: remove(one, 'client', {
    summary:
      'Stop an upload of one’s own that is under way, by its header Upload-Name; the upload itself answers whether it was stopped (409 `upload.cancelled`) or done',
    params,
    answer: Acknowledgement,
    ours: true,
  }),
}
