/** Vendors: the companies that own devices, batches and clients (§3, §7). */
import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint'
import { Acknowledgement, Envelope, Id, IdParams, Image, Open, Picture, Time, Updated } from './envelope'
import { Listed, ListQuery } from './pages'

export const Vendor = Open({
  id: Type.Integer(),
  name: Type.String(),
  brn: Type.String({ description: 'Business registration number, 10 digits' }),
  comment: Type.String(),
  addr: Type.String(),
  post: Type.String(),
  page: Type.String(),
  active: Type.Boolean(),
  maker: Type.Boolean({ description: 'May own models (decision 25)' }),
  paid: Type.Boolean(),
  expired: Time,
  created: Time,
  img: Picture,
  updated: Updated,
})
export type Vendor = Static<typeof Vendor>

export const VendorInput = Open({
  id: Type.Optional(Id),
  name: Type.Optional(Type.String()),
  brn: Type.Optional(Type.String()),
  comment: Type.Optional(Type.String()),
  addr: Type.Optional(Type.String()),
  post: Type.Optional(Type.String()),
  page: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean()),
  maker: Type.Optional(Type.Boolean()),
  paid: Type.Optional(Type.Boolean()),
  expired: Type.Optional(Type.String()),
  img: Picture,
  updated: Updated,
})
export type VendorInput = Static<typeof VendorInput>

export const vendors = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/vendors',
    access: 'vendor',
    summary: 'The vendors in reach, all or a page',
    query: ListQuery,
    answer: Listed(Vendor),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/{id}',
    access: 'vendor',
    summary: 'One vendor',
    params: IdParams,
    answer: Envelope(Vendor),
  }),
  create: endpoint({
    method: 'PUT',
    path: '/api/admin/vendors',
    access: 'master',
    summary: 'Create a vendor',
    body: VendorInput,
    answer: Envelope(Vendor),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/vendors/{id}',
    access: 'master',
    summary: 'Change a vendor',
    params: IdParams,
    body: VendorInput,
    answer: Envelope(Vendor),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/vendors/{id}',
    access: 'master',
    summary: 'Delete a vendor',
    params: IdParams,
    answer: Acknowledgement,
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/images-list',
    access: 'vendor',
    summary: 'Images of the vendors that have one',
    answer: Envelope(Type.Array(Image)),
  }),
}
