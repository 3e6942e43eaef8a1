/** Whether what the files say can be done: asked once all are compiled, of those whose shape is right. */
import type { Levels } from '../../domain/authority'
import type { PasswordLimits } from '../../domain/password'
import type { CompiledResource } from '../compiled'
import type { Resource } from '../shapes/resource'
import { checkConditions } from './checkConditions'
import { checkDefaults } from './checkDefaults'
import { checkFieldKeys } from './checkFieldKeys'
import { checkList } from './checkList'
import { checkParts } from './checkParts'
import { checkReferences } from './checkReferences'
import { contractOf, effectsOf } from './effects'
import type { JsonSource } from './JsonSource'

export interface WholeCheck {
  resources: Readonly<Record<string, CompiledResource>>
  /** The source of a resource whose file has the right shape. */
  soundSource: (resource: string) => JsonSource | undefined
  /** Of files that are sound. */
  levels: Levels | undefined
  password: PasswordLimits | undefined
}

export function checkResources({ resources, soundSource, levels, password }: WholeCheck): void {
  for (const [name, resource] of Object.entries(resources)) {
    const source = soundSource(name)
    if (!source) continue
    const check = {
      name,
      file: source.value as Resource,
      source,
      resource,
      resources,
      contract: contractOf(name),
      effects: effectsOf(name),
    }
    checkParts(check)
    checkFieldKeys(check)
    checkConditions(check)
    checkList(check)
    checkReferences(check)
    if (levels && password) checkDefaults(check, { levels, password })
  }
}
