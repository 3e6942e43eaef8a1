/** Models, batches (groups of devices) and bunches (their subdivisions) (§3, §7, decision 28). */
import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint'
import {
  Acknowledgement,
  Id as AnyId,
  Envelope,
  IdParams,
  Image,
  Named,
  Open,
  Picture,
  Time,
  Updated,
  UploadBody,
} from './envelope'
import { UploadName } from './uploads'

export const Batch = Open({
  id: Type.Integer(),
  name: Type.String(),
  comment: Type.String(),
  model: Type.Integer({ description: 'Model id' }),
  model_name: Type.String(),
  devices: Type.Integer({ description: 'How many devices it has' }),
  maker: Type.String({ description: 'Name of the vendor it belongs to' }),
  created: Time,
  vendor: Type.Optional(Type.Integer({ description: 'Ours: the vendor it belongs to' })),
  img: Picture,
  updated: Updated,
})
export type Batch = Static<typeof Batch>

/** A new batch has id -1 (§3). Its model and its vendor are chosen once, when it is created. */
export const BatchInput = Open({
  id: Type.Optional(AnyId),
  name: Type.Optional(Type.String()),
  comment: Type.Optional(Type.String()),
  model: Type.Optional(AnyId),
  vendor: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, description: 'Ours: for masters' })),
  img: Picture,
  updated: Updated,
})
export type BatchInput = Static<typeof BatchInput>

const Id = Type.Integer({ minimum: 0, maximum: 2147483647 })

export const batches = {
  models: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'guest',
    summary: 'The device models',
    answer: Envelope(Type.Array(Named)),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/batches',
    access: 'guest',
    summary: 'The batches in reach, of one model or all',
    query: Type.Object({ model: Type.Optional(Id) }),
    answer: Envelope(Type.Array(Batch)),
  }),
  bunches: endpoint({
    method: 'GET',
    path: '/api/bunches',
    access: 'guest',
    summary: 'The bunches of a batch',
    query: Type.Object({ batch: Id }),
    answer: Envelope(Type.Array(Named)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/batches/{id}',
    access: 'guest',
    summary: 'One batch',
    params: IdParams,
    answer: Envelope(Batch),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/batches/{id}',
    access: 'vendor',
    summary: 'Create a batch (id -1) or change one',
    params: IdParams,
    body: BatchInput,
    answer: Envelope(Batch),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/batches/{id}',
    access: 'vendor',
    summary: 'Delete a batch and let its devices go',
    params: IdParams,
    answer: Acknowledgement,
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/batches/images-list',
    access: 'guest',
    summary: 'Images of the batches that have one',
    answer: Envelope(Type.Array(Image)),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/batches/devices/dl/{id}',
    access: 'guest',
    summary: 'The devices of a batch as a spreadsheet',
    params: IdParams,
    gives: 'file',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/batches/devices/ul/{id}',
    access: 'vendor',
    summary: 'Replace the devices of a batch by those of a spreadsheet, all or none',
    params: IdParams,
    query: Type.Object({
      upload: Type.Optional(UploadName),
      leaving: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Ours: how many devices the sender agreed to take out of the batch; another number is refused (409 `batchDevices.leaving`). Without it any number may leave',
        }),
      ),
    }),
    takes: 'upload',
    body: UploadBody,
    answer: Envelope(
      Type.Object({
        devices: Type.Integer({ description: 'How many the batch has now' }),
        joined: Type.Integer({ description: 'How many of them are new in it' }),
        left: Type.Integer({ description: 'How many are no longer in it' }),
      }),
    ),
  }),
}
