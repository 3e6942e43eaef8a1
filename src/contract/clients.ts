/** Clients: the accounts of people who use the console (§3, §7). */
import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint'
import { Acknowledgement, Envelope, Id, IdParams, Image, Open, Picture, Time, Updated } from './envelope'
import { Listed, ListQuery } from './pages'

export const Client = Open({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  zone: Type.String({ description: 'Department' }),
  duty: Type.String({ description: 'Position' }),
  comment: Type.String(),
  level: Type.Integer(),
  level_name: Type.String(),
  vendor: Type.Integer({ description: '0 for none' }),
  vendor_name: Type.String(),
  vendor_paid: Type.Boolean(),
  vendor_expired: Time,
  active: Type.Boolean(),
  paid: Type.Boolean(),
  created: Time,
  expired: Time,
  img: Picture,
  updated: Updated,
})
export type Client = Static<typeof Client>

/** What the profile adds (§3). */
export const ProfileClient = Type.Intersect([
  Client,
  Open({
    vendor_addr: Type.String(),
    vendor_devices: Type.Integer(),
    vendor_linked: Type.Integer(),
    client_devices: Type.Integer(),
    client_linked: Type.Integer(),
  }),
])
export type ProfileClient = Static<typeof ProfileClient>

/** What is sent to create or change; the server decides which keys the caller may set. */
export const ClientInput = Open({
  id: Type.Optional(Id),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String({ description: 'A new one; absent or empty keeps the old one' })),
  current_password: Type.Optional(
    Type.String({ description: 'Ours: whoever changes the own password says the old one' }),
  ),
  phone: Type.Optional(Type.String()),
  zone: Type.Optional(Type.String()),
  duty: Type.Optional(Type.String()),
  comment: Type.Optional(Type.String()),
  level: Type.Optional(Type.Integer()),
  vendor: Type.Optional(Id),
  active: Type.Optional(Type.Boolean()),
  paid: Type.Optional(Type.Boolean()),
  expired: Type.Optional(Type.String()),
  img: Picture,
  updated: Updated,
})
export type ClientInput = Static<typeof ClientInput>

const EmailParams = Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) })

export const clients = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/clients',
    access: 'vendor',
    summary: 'The clients in reach, all or a page',
    query: ListQuery,
    answer: Listed(Client),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/clients/{id}',
    access: 'guest',
    summary: 'One client',
    params: IdParams,
    answer: Envelope(Client),
  }),
  byEmail: endpoint({
    method: 'GET',
    path: '/api/clients/email/{email}',
    access: 'guest',
    summary: 'One client with the figures of the profile',
    params: EmailParams,
    answer: Envelope(ProfileClient),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/clients/',
    access: 'vendor',
    summary: 'Create a client (id 0 or below) or change one',
    body: ClientInput,
    answer: Envelope(Client),
  }),
  saveOwn: endpoint({
    method: 'PUT',
    path: '/api/client/',
    access: 'guest',
    summary: 'Change a field of one’s own record',
    body: ClientInput,
    answer: Envelope(Client),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/clients/{id}',
    access: 'vendor',
    summary: 'Delete a client',
    params: IdParams,
    answer: Acknowledgement,
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/admin/clients/images-list',
    access: 'vendor',
    summary: 'Images of the clients that have one',
    answer: Envelope(Type.Array(Image)),
  }),
}
