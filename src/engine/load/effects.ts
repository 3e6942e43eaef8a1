/**
 * What is read of a resource's file: the device list and the mailbox have screens of their own, which take less of it than the
 * screens that config describes. What nothing reads is refused where it stands.
 */
import type { CompiledResource } from '../compiled'
import { CONTRACT_RESOURCES, type ContractResource } from '../contractFields'
import type { MessageName, RecordAction } from '../registry'
import type { Resource } from '../shapes/resource'
import type { JsonSource } from './JsonSource'

/** What a check of a resource's file looks at, once all files are compiled. */
export interface ResourceCheck {
  name: string
  file: Resource
  source: JsonSource
  resource: CompiledResource
  resources: Readonly<Record<string, CompiledResource>>
  contract: ContractResource | undefined
  effects: Effects
}

export interface Effects {
  /** Whether records are created and edited in a form of config. */
  form: boolean
  /** What of `access` is asked for anywhere. */
  access: readonly RecordAction[]
  /** Sentences that are said, beside those of form and deletion. */
  messages: readonly MessageName[]
  /** Whether the list has buttons above it, at its rows, and columns that a user turns on. */
  buttons: boolean
  /** Whether the server has pictures of the records for the list (decision 8). */
  pictures: boolean
  /** Filters of a list with a search of its own: which there are. All, when absent. */
  filters?: readonly string[]
  /** Fields of the contract that come with the profile, or never. */
  notListed?: readonly string[]
}

const ALL: Effects['access'] = ['list', 'show', 'create', 'edit', 'delete']

const OF_CONFIG: Effects = { form: true, access: ALL, messages: [], buttons: true, pictures: false }

const OF_PRODUCT: Readonly<Record<string, Effects>> = {
  devices: { form: false, access: ['list', 'create'], messages: [], buttons: true, pictures: false },
  orders: {
    form: false,
    access: ['list', 'show', 'create'],
    messages: ['registered', 'refused', 'failed'],
    buttons: false,
    pictures: false,
    filters: ['status', 'search'],
  },
  batches: { ...OF_CONFIG, messages: ['downloaded', 'uploaded'], pictures: true },
  clients: {
    ...OF_CONFIG,
    pictures: true,
    notListed: [
      'password',
      'current_password',
      'vendor_addr',
      'vendor_devices',
      'vendor_linked',
      'client_devices',
      'client_linked',
    ],
  },
  vendors: { ...OF_CONFIG, pictures: true },
}

export function effectsOf(resource: string): Effects {
  return Object.hasOwn(OF_PRODUCT, resource) ? OF_PRODUCT[resource]! : OF_CONFIG
}

export function contractOf(resource: string): ContractResource | undefined {
  return Object.hasOwn(CONTRACT_RESOURCES, resource) ? CONTRACT_RESOURCES[resource] : undefined
}

/** By which of its fields the choices of a reference to this resource can be narrowed. */
export function narrowsOf({ name, dialect, fields }: CompiledResource): readonly string[] {
  return dialect === 'console' ? (contractOf(name)?.narrows ?? []) : Object.keys(fields)
}
