/** Models, batches (groups of devices) and bunches (their subdivisions) (§3, §7, decision 28). */
import Type, { type Static } from 'typebox'
import { SheetReading } from './devices'
import { get, post, put, remove } from './endpoint'
import {
  Acknowledgement,
  Envelope,
  FilterId,
  Id,
  IdParams,
  Images,
  Input,
  MAX_ID,
  Named,
  Open,
  Picture,
  Time,
  Updated,
  UploadBody,
} from './envelope'
import { Listed, ListQuery, PagedQuery } from './pages'
import { ExpectedRemoval } from './records'

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
  client: Type.Optional(
    Type.Integer({
      description: 'Ours: the client of the vendor whose group it is; 0 for none, or out of scope',
    }),
  ),
  client_name: Type.Optional(Type.String()),
  img: Picture,
  updated: Updated,
})
export type Batch = Static<typeof Batch>

/** A new batch has id -1 (§3). Its model and vendor cannot be changed later. */
export const BatchInput = Input({
  id: Id,
  name: Type.String(),
  comment: Type.String(),
  model: Id,
  vendor: Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'Ours: for masters' }),
  client: Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'Ours: for staff' }),
  img: Picture,
  updated: Updated,
})
export type BatchInput = Static<typeof BatchInput>

export const batches = {
  models: get('/api/models', 'guest', {
    summary: 'The device models; whole or a page',
    query: ListQuery,
    answer: Listed(Named),
  }),
  list: get('/api/batches', 'guest', {
    summary: 'The batches in the caller’s scope, of one model or of all; whole or a page',
    query: PagedQuery({ model: Type.Optional(FilterId) }),
    answer: Listed(Batch),
  }),
  bunches: get('/api/bunches', 'guest', {
    summary: 'The bunches of a batch; whole or a page',
    query: PagedQuery({ batch: FilterId }),
    answer: Listed(Named),
  }),
  get: get('/api/batches/{id}', 'guest', {
    summary: 'One batch',
    params: IdParams,
    answer: Envelope(Batch),
  }),
  save: put('/api/batches/{id}', 'client', {
    summary: 'Create a batch (id -1) or change one; a batch that a client creates belongs to the client',
    params: IdParams,
    body: BatchInput,
    answer: Envelope(Batch),
  }),
  remove: remove('/api/batches/{id}', 'client', {
    summary: 'Delete a batch; its devices stay, without a batch',
    params: IdParams,
    query: ExpectedRemoval,
    answer: Acknowledgement,
  }),
  images: get('/api/batches/images-list', 'guest', {
    summary: 'Images of the batches that have one',
    answer: Images,
  }),
  download: get('/api/batches/devices/dl/{id}', 'guest', {
    summary: 'The devices of a batch as a spreadsheet',
    params: IdParams,
    gives: 'file',
  }),
  upload: post('/api/batches/devices/ul/{id}', 'client', {
    summary:
      'Replace the devices of a batch by those of a spreadsheet, all or none. The headers Leaving-Devices, Joining-Devices and Regrouping-Devices are expected counts of devices that leave, join or change their bunch; other counts are 409 `batchDevices.leaving`',
    params: IdParams,
    takes: 'upload',
    body: UploadBody,
    answer: Envelope(
      Type.Intersect([
        Type.Object({
          devices: Type.Integer({ description: 'How many devices the batch has now' }),
          joined: Type.Integer({ description: 'How many were added' }),
          left: Type.Integer({ description: 'How many were removed' }),
        }),
        SheetReading,
      ]),
    ),
  }),
}
