/** Counts the records of the attention items that config adds (`attention` of `dashboard.json`). */
import type { Attention } from '../../../contract/dashboard'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { may } from '../../../engine/access'
import { countOrNull } from '../records/counts'
import type { Listing } from '../records/lists'

/** The items that the caller may see, also those without records. */
export async function attentionItems(context: Omit<Listing, 'resource'>): Promise<Attention['items']> {
  const { config, caller } = context
  const items: Attention['items'] = []
  for (const { name, resource: named, level, filter } of config.dashboard.attention?.items ?? []) {
    const resource = ownValue(config.resources, named)
    if (!resource || !hasLevel(caller.level, level, config.levels.numbers)) continue
    if (!may(config, caller.level, named, 'list')) continue
    const found = await countOrNull({ ...context, resource }, filter)
    if (found) items.push({ name, ...found })
  }
  return items
}
