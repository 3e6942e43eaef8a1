/** Vendors: the companies that own devices, batches and clients (§3, §7). */
import Type, { type Static } from 'typebox'
import { get, put, remove } from './endpoint'
import {
  Acknowledgement,
  Envelope,
  Id,
  IdParams,
  Images,
  Input,
  Open,
  Picture,
  Time,
  TimeInput,
  Updated,
} from './envelope'
import { Listed, ListQuery } from './pages'
import { ExpectedRemoval } from './records'

/** Fields of requests and responses. */
const COMMON = {
  name: Type.String(),
  brn: Type.String({ description: 'Business registration number, 10 digits' }),
  comment: Type.String(),
  addr: Type.String(),
  post: Type.String(),
  page: Type.String(),
  active: Type.Boolean(),
  maker: Type.Boolean({ description: 'May own models (decision 25)' }),
  paid: Type.Boolean(),
  img: Picture,
  updated: Updated,
}

export const Vendor = Open({ id: Type.Integer(), ...COMMON, expired: Time, created: Time })
export type Vendor = Static<typeof Vendor>

export const VendorInput = Input({ id: Id, ...COMMON, expired: TimeInput })
export type VendorInput = Static<typeof VendorInput>

export const vendors = {
  list: get('/api/admin/vendors', 'vendor', {
    summary: 'The vendors in the caller’s scope; whole or a page',
    query: ListQuery,
    answer: Listed(Vendor),
  }),
  get: get('/api/admin/vendors/{id}', 'vendor', {
    summary: 'One vendor',
    params: IdParams,
    answer: Envelope(Vendor),
  }),
  create: put('/api/admin/vendors', 'master', {
    summary: 'Create a vendor',
    body: VendorInput,
    answer: Envelope(Vendor),
  }),
  update: put('/api/admin/vendors/{id}', 'master', {
    summary: 'Change a vendor',
    params: IdParams,
    body: VendorInput,
    answer: Envelope(Vendor),
  }),
  remove: remove('/api/admin/vendors/{id}', 'master', {
    summary: 'Delete a vendor',
    params: IdParams,
    query: ExpectedRemoval,
    answer: Acknowledgement,
  }),
  images: get('/api/admin/vendors/images-list', 'vendor', {
    summary: 'Images of the vendors that have one',
    answer: Images,
  }),
}
