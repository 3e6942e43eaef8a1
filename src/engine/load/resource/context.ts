/** What a resource's file is compiled and checked with. */
import { own } from '../../../domain/own'
import type { CompiledField, CompiledResource } from '../../compiled'
import { CONTRACT_RESOURCES, type ContractResource } from '../../fields/contractFields'
import type { MessageName, RecordAction } from '../../registry'
import type { Resource } from '../../shapes/resource'
import type { LevelOf } from '../files/app'
import type { Location } from '../Location'
import { withHint } from '../suggest'
import type { ChoiceLists } from './choices'

export interface ResourceContext {
  name: string
  file: Resource
  /** The file as a whole, where problems are reported. */
  root: Location
  /** The names of all resources. */
  names: readonly string[]
  /** The file of another resource, where its values have the right types. */
  fileOf: (name: string) => Resource | undefined
  levelOf: LevelOf
  /** What stands behind `{"from": …}`. */
  choices: ChoiceLists
  /** For resources of the product. */
  contract: ContractResource | undefined
}

/** With its own fields and access, for what is compiled after them. */
export type ListContext = ResourceContext & Pick<CompiledResource, 'access' | 'fields'>

/** Once all files are compiled: what the resource became, and all others. */
export interface ResourceCheck extends ResourceContext {
  resource: CompiledResource
  resources: Readonly<Record<string, CompiledResource>>
  effects: Effects
}

/** The fields that may be named in the file: its own, and those of the product that it does not declare. */
export const nameable = ({ file, contract }: ResourceContext): string[] => [
  ...Object.keys(file.fields),
  ...(contract?.fields ?? []),
]

/** The fields at which conditions may look: those, or where only added fields are asked for, these and a few beside. */
export function comparable(context: ResourceContext): string[] {
  const { adds } = effectsOf(context.name)
  if (!adds) return nameable(context)
  const own = Object.keys(context.file.fields).filter(name => !context.contract?.fields.includes(name))
  return [...own, ...adds.beside]
}

/** Whether a form of the file shows the field. */
export const isInForm = ({ file }: ResourceContext, { name }: Pick<CompiledField, 'name'>): boolean =>
  file.form?.sections.some(({ fields }) => fields.includes(name)) ?? false

/** As a column, the running number; it has no field. */
export const INDEX = 'index'

/**
 * A field that the file declares; one of the product's that it does not has to be declared first. @returns whether it
 * is one
 */
export function expectField(name: string, loc: Location, context: ListContext): boolean {
  if (Object.hasOwn(context.fields, name)) return true
  if (context.contract?.fields.includes(name)) loc.report('undeclaredField', { name })
  else loc.expectKnown(name, [...nameable(context), INDEX])
  return false
}

/**
 * What is read of a resource's file: the device list and the mailbox have screens of their own, which take less of it
 * than the screens that config describes. What nothing reads is refused where it stands.
 */
interface Effects {
  /** New ones are not made in a form: devices are registered by their sheet, orders are composed. */
  creates?: false
  /** The form is part of a screen of the product, which asks for fields that config adds, and for no others. */
  adds?: {
    /** The fields of the contract at which their conditions may look. */
    beside: readonly string[]
  }
  /** Whether a record has a page of its own. */
  page: boolean
  /** What of `access` is asked for anywhere. */
  access: readonly RecordAction[]
  /** Sentences that are said, beside those of form and deletion. */
  messages: readonly MessageName[]
  /** Whether the list has buttons of config above it and at its rows, and columns that a user turns on. */
  buttons: boolean
  /** Whether the server has pictures of the records for the list (decision 8). */
  pictures: boolean
  /** Filters of a list with a search of its own: which there are. All, when absent. */
  filters?: readonly string[]
  /** Fields of the contract that come with the profile, or never. */
  notListed?: readonly string[]
}

const OF_CONFIG: Effects = {
  page: false,
  access: ['list', 'show', 'create', 'edit', 'delete'],
  messages: [],
  buttons: true,
  pictures: false,
}

const OF_PRODUCT: Readonly<Record<string, Effects>> = {
  devices: {
    ...OF_CONFIG,
    creates: false,
    page: true,
    access: ['list', 'create', 'edit', 'delete', 'secrets'],
  },
  orders: {
    ...OF_CONFIG,
    creates: false,
    adds: { beside: ['code'] },
    access: ['list', 'show', 'create'],
    messages: ['registered', 'refused', 'failed'],
    buttons: false,
    filters: ['status', 'search'],
  },
  batches: {
    ...OF_CONFIG,
    access: [...OF_CONFIG.access, 'secrets'],
    messages: ['downloaded', 'uploaded'],
    pictures: true,
  },
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

export const effectsOf = (resource: string): Effects => own(OF_PRODUCT, resource) ?? OF_CONFIG

/** Why the choices of a reference to a resource cannot be narrowed by a field of it; nothing where they can. */
export function notNarrowed(field: string, { name, dialect, fields }: CompiledResource) {
  const known = dialect === 'console' ? (own(CONTRACT_RESOURCES, name)?.narrows ?? []) : Object.keys(fields)
  if (known.includes(field)) return undefined
  return { ...withHint(field, known), other: name, known: known.join(', ') }
}
