/** The context for compiling and checking a resource file, and which of its parts the product supports. */
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
  /** The file of a resource by name, if its values have the right types. */
  fileOf: (name: string) => Resource | undefined
  levelOf: LevelOf
  /** Built-in lists of choices, for `{"from": …}`. */
  choices: ChoiceLists
  /** The built-in resource of this name; `undefined` if only config defines the resource. */
  contract: ContractResource | undefined
}

/** For parts that are compiled after fields and access. */
export type ListContext = ResourceContext & Pick<CompiledResource, 'access' | 'fields'>

/** For checks after all resources are compiled. */
export interface ResourceCheck extends ResourceContext {
  resource: CompiledResource
  resources: Readonly<Record<string, CompiledResource>>
  supported: SupportedParts
}

/** The fields that the file may name: declared fields, and built-in ones. */
export const nameableFields = ({ file, contract }: ResourceContext): string[] => [
  ...Object.keys(file.fields),
  ...(contract?.fields ?? []),
]

/** The fields that conditions may use. In an embedded form, only added fields and a few built-in ones. */
export function conditionFields(context: ResourceContext): string[] {
  const { embeddedForm } = supportedParts(context.name)
  if (!embeddedForm) return nameableFields(context)
  const added = Object.keys(context.file.fields).filter(name => !context.contract?.fields.includes(name))
  return [...added, ...embeddedForm.conditionFields]
}

/** Whether the form of the file contains the field. */
export const isInForm = ({ file }: ResourceContext, { name }: Pick<CompiledField, 'name'>): boolean =>
  file.form?.sections.some(({ fields }) => fields.includes(name)) ?? false

/** The column with the running number, which is not a field. */
export const INDEX = 'index'

/** Reports a field that the file does not declare. @returns whether it is declared */
export function expectField(name: string, loc: Location, context: ListContext): boolean {
  if (Object.hasOwn(context.fields, name)) return true
  if (context.contract?.fields.includes(name)) loc.report('undeclaredField', { name })
  else loc.expectKnown(name, [...nameableFields(context), INDEX])
  return false
}

/**
 * The parts of a resource file that have an effect; others are refused. The built-in screens of devices and orders
 * support fewer parts.
 */
interface SupportedParts {
  /** `false` if the form does not create records: devices are registered by sheet, orders are composed. */
  formCreates?: false
  /** Set if the form is part of a built-in screen, and contains only fields that config adds. */
  embeddedForm?: {
    /** The built-in fields that conditions of added fields may use. */
    conditionFields: readonly string[]
  }
  /** Whether a record has a page besides its form. */
  page: boolean
  /** The actions of `access` that have an effect. */
  access: readonly RecordAction[]
  /** Whether records are changed only one by one, so that `access.rows` can limit it. */
  changedOneByOne: boolean
  /** Messages of this resource, besides the messages of forms and deletions. */
  messages: readonly MessageName[]
  /** Whether buttons and columns of the list can be configured. */
  buttons: boolean
  /** Whether the list can show pictures of its records (decision 8). */
  pictures: boolean
  /** The names of possible filters; any if absent. */
  filters?: readonly string[]
  /** Built-in fields that lists do not contain. */
  notListed?: readonly string[]
}

const DEFAULT_PARTS: SupportedParts = {
  page: false,
  access: ['list', 'show', 'create', 'edit', 'delete'],
  changedOneByOne: true,
  messages: [],
  buttons: true,
  pictures: false,
}

const PRODUCT_PARTS: Readonly<Record<string, SupportedParts>> = {
  devices: {
    ...DEFAULT_PARTS,
    formCreates: false,
    page: true,
    access: ['list', 'create', 'edit', 'delete', 'secrets'],
    changedOneByOne: false,
  },
  orders: {
    ...DEFAULT_PARTS,
    formCreates: false,
    embeddedForm: { conditionFields: ['code'] },
    access: ['list', 'show', 'create'],
    changedOneByOne: false,
    messages: ['registered', 'refused', 'failed'],
    buttons: false,
    filters: ['status', 'search'],
  },
  batches: {
    ...DEFAULT_PARTS,
    access: [...DEFAULT_PARTS.access, 'secrets'],
    messages: ['downloaded', 'uploaded'],
    pictures: true,
  },
  clients: {
    ...DEFAULT_PARTS,
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
  vendors: { ...DEFAULT_PARTS, pictures: true },
  history: { ...DEFAULT_PARTS, access: ['list'], changedOneByOne: false },
}

export const supportedParts = (resource: string): SupportedParts =>
  ownValue(PRODUCT_PARTS, resource) ?? DEFAULT_PARTS

/**
 * Whether `dependsOn` can filter the choices of a reference by a field of the referenced resource: `undefined` if it
 * can, else the parameters of the error `notNarrowed`.
 *
 * @param field a field of the referenced resource
 */
export function choiceFilterProblem(field: string, { name, dialect, fields }: CompiledResource) {
  const known =
    dialect === 'console' ? (ownValue(CONTRACT_RESOURCES, name)?.choiceFilters ?? []) : Object.keys(fields)
  if (known.includes(field)) return undefined
  return { ...withHint(field, known), other: name, known: known.join(', ') }
}
