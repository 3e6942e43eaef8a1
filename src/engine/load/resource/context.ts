/** The context in which the file of a resource is compiled and checked. */
import { ownValue } from '../../../domain/own'
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
  /** The root of the file, to report problems at. */
  root: Location
  /** The names of all resources. */
  names: readonly string[]
  /** The file of another resource, if its values have the right types. */
  fileOf: (name: string) => Resource | undefined
  levelOf: LevelOf
  /** The lists for `{"from": …}`. */
  choices: ChoiceLists
  /** Only of built-in resources. */
  contract: ContractResource | undefined
}

/** With the compiled fields and access, for the parts that are compiled after them. */
export type ListContext = ResourceContext & Pick<CompiledResource, 'access' | 'fields'>

/** Once all files are compiled: with this compiled resource and all others. */
export interface ResourceCheck extends ResourceContext {
  resource: CompiledResource
  resources: Readonly<Record<string, CompiledResource>>
  effects: Effects
}

/** The fields that the file may name: its own, and undeclared built-in ones. */
export const nameable = ({ file, contract }: ResourceContext): string[] => [
  ...Object.keys(file.fields),
  ...(contract?.fields ?? []),
]

/** The fields that conditions may use; if the form has only added fields, these and a few built-in ones. */
export function comparable(context: ResourceContext): string[] {
  const { adds } = effectsOf(context.name)
  if (!adds) return nameable(context)
  const own = Object.keys(context.file.fields).filter(name => !context.contract?.fields.includes(name))
  return [...own, ...adds.beside]
}

/** Whether a form of the file shows the field. */
export const isInForm = ({ file }: ResourceContext, { name }: Pick<CompiledField, 'name'>): boolean =>
  file.form?.sections.some(({ fields }) => fields.includes(name)) ?? false

/** The column of the running number; it has no field. */
export const INDEX = 'index'

/** Reports a field that the file does not declare. @returns whether it does */
export function expectField(name: string, loc: Location, context: ListContext): boolean {
  if (Object.hasOwn(context.fields, name)) return true
  if (context.contract?.fields.includes(name)) loc.report('undeclaredField', { name })
  else loc.expectKnown(name, [...nameable(context), INDEX])
  return false
}

/**
 * The parts of a resource's file that have an effect. Devices and orders have built-in screens, which use fewer of
 * them than described resources. Parts without an effect are refused.
 */
interface Effects {
  /** `false` if records are not created in a form: devices are registered by sheet, orders are composed. */
  creates?: false
  /** If the form is part of a built-in screen, which asks only for fields that config adds. */
  adds?: {
    /** The fields of the contract that their conditions may use. */
    beside: readonly string[]
  }
  /** Whether a record has a page of its own. */
  page: boolean
  /** The actions of `access` that are checked anywhere. */
  access: readonly RecordAction[]
  /** Messages that are shown, besides those of form and deletion. */
  messages: readonly MessageName[]
  /** Whether the list has configurable buttons and a chooser of columns. */
  buttons: boolean
  /** Whether the server has pictures of the records for the list (decision 8). */
  pictures: boolean
  /** The possible filters, if the list has its own search; all if absent. */
  filters?: readonly string[]
  /** Fields of the contract that lists do not contain. */
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

export const effectsOf = (resource: string): Effects => ownValue(OF_PRODUCT, resource) ?? OF_CONFIG

/** Why a field cannot narrow the choices of a reference to this resource; `undefined` if it can. */
export function notNarrowed(field: string, { name, dialect, fields }: CompiledResource) {
  const known =
    dialect === 'console' ? (ownValue(CONTRACT_RESOURCES, name)?.narrows ?? []) : Object.keys(fields)
  if (known.includes(field)) return undefined
  return { ...withHint(field, known), other: name, known: known.join(', ') }
}
