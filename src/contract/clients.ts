/** Clients: the accounts of people who use the console (§3, §7). */
import Type, { type Static } from 'typebox'
import { MAX_EMAIL_LENGTH } from '../domain/credentials'
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
  email: Type.String(),
  phone: Type.String(),
  zone: Type.String({ description: 'Department' }),
  duty: Type.String({ description: 'Position' }),
  comment: Type.String(),
  level: Type.Integer(),
  active: Type.Boolean(),
  paid: Type.Boolean(),
  role: Type.Optional(
    Type.String({ description: 'Ours: the name of the role in config/roles.json, empty for none' }),
  ),
  img: Picture,
  updated: Updated,
}

export const Client = Open({
  id: Type.Integer(),
  ...COMMON,
  level_name: Type.String(),
  vendor: Type.Integer({ description: '0 for none' }),
  vendor_name: Type.String(),
  vendor_paid: Type.Boolean(),
  vendor_expired: Time,
  created: Time,
  expired: Time,
})
export type Client = Static<typeof Client>

/** The response for the profile page (§3). */
export const ProfileClient = Type.Intersect([
  Client,
  Type.Object({
    vendor_addr: Type.String(),
    vendor_devices: Type.Integer(),
    vendor_linked: Type.Integer(),
    client_devices: Type.Integer(),
    client_linked: Type.Integer(),
  }),
])
export type ProfileClient = Static<typeof ProfileClient>

/** The body of a save; the server decides which keys the caller may set. */
export const ClientInput = Input({
  id: Id,
  ...COMMON,
  password: Type.String({ description: 'The new password; absent or empty keeps the current one' }),
  current_password: Type.String({
    description: 'Ours: the present password, required when users change their own',
  }),
  vendor: Id,
  expired: TimeInput,
})
export type ClientInput = Static<typeof ClientInput>

const EmailParams = Type.Object({ email: Type.String({ minLength: 3, maxLength: MAX_EMAIL_LENGTH }) })

export const clients = {
  list: get('/api/admin/clients', 'vendor', {
    summary: 'The clients in the caller’s scope; whole or a page',
    query: ListQuery,
    answer: Listed(Client),
  }),
  get: get('/api/clients/{id}', 'guest', {
    summary: 'One client',
    params: IdParams,
    answer: Envelope(Client),
  }),
  byEmail: get('/api/clients/email/{email}', 'guest', {
    summary: 'One client with the figures of the profile',
    params: EmailParams,
    answer: Envelope(ProfileClient),
  }),
  save: put('/api/clients/', 'vendor', {
    summary: 'Create a client (id 0 or below) or change one',
    body: ClientInput,
    answer: Envelope(Client),
  }),
  saveOwn: put('/api/client/', 'guest', {
    summary: 'Change fields of the caller’s own record',
    body: ClientInput,
    answer: Envelope(Client),
  }),
  remove: remove('/api/admin/clients/{id}', 'vendor', {
    summary: 'Delete a client',
    params: IdParams,
    query: ExpectedRemoval,
    answer: Acknowledgement,
  }),
  images: get('/api/admin/clients/images-list', 'vendor', {
    summary: 'Images of the clients that have one',
    answer: Images,
  }),
}
