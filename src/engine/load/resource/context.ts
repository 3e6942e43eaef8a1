/** What a resource's file is compiled and checked with. */
import type { CompiledField, CompiledResource } from '../../compiled'
import type { ContractResource } from '../../contractFields'
import type { Resource } from '../../shapes/resource'
import type { Place } from '../Place'
import type { LevelOf } from '../words'
import type { ChoiceLists } from './choices'
import type { Effects } from './effects'

export interface ResourceContext {
  name: string
  file: Resource
  /** The file as a place for what is wrong. */
  root: Place
  /** The names of all resources. */
  names: readonly string[]
  levelOf: LevelOf
  /** What stands behind `{"from": …}`. */
  choices: ChoiceLists
  /** Of resources of the product. */
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

/** Whether a form of the file shows the field. */
export const isInForm = ({ file }: ResourceContext, { name }: Pick<CompiledField, 'name'>): boolean =>
  file.form?.sections.some(({ fields }) => fields.includes(name)) ?? false

/** As a column, the running number; it has no field. */
export const INDEX = 'index'

/** A field that the file declares; one of the product's that it does not has to be declared first. @returns whether it is one */
export function expectField(name: string, place: Place, context: ListContext): boolean {
  if (Object.hasOwn(context.fields, name)) return true
  if (context.contract?.fields.includes(name)) place.report('undeclaredField', { name })
  else place.expectKnown(name, [...nameable(context), INDEX])
  return false
}
