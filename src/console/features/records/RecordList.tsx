/** The list of a resource, as its file in `config/resources/` describes it, in the parts that the user's level has. */
import { useResourceContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { partsFor } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { ConfigList } from '../../forms/list/ConfigList'

export default function RecordList() {
  const config = useConfig()
  const translate = useTranslate()
  const { level } = useUser()
  const resource = config.resources[useResourceContext() ?? '']
  const parts = useMemo(() => {
    if (!resource?.list) return undefined
    const { columns, filters, actions, rowActions } = resource.list
    return {
      columns: partsFor(config, level, columns).map(column => ({
        ...column,
        actions: partsFor(config, level, column.actions),
      })),
      filters: partsFor(config, level, filters),
      actions: partsFor(config, level, actions),
      rowActions: partsFor(config, level, rowActions),
    }
  }, [config, level, resource])
  if (!resource || !parts) return null

  const mayCreate = parts.actions.some(({ name }) => name === 'create')
  const hint = translate(mayCreate ? 'records.empty.create' : 'records.empty.ask')
  return (
    <ConfigList
      resource={resource}
      {...parts}
      // `i18n` may have a hint for this resource alone.
      emptyText={translate(`${resource.name}.emptyHint`, { _: hint })}
    />
  )
}
