/** The device list, as `config/resources/devices.json` describes it, in the parts that the user's level has. */
import { useTranslate } from 'ra-core'
import { partsFor } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { ConfigList } from '../../forms/list/ConfigList'

export default function DeviceList() {
  const config = useConfig()
  const translate = useTranslate()
  const { level } = useUser()
  const resource = config.resources.devices
  if (!resource?.list) return null

  const { columns, filters, actions, rowActions } = resource.list
  return (
    <ConfigList
      resource={resource}
      columns={partsFor(config, level, columns).map(column => ({
        ...column,
        actions: partsFor(config, level, column.actions),
      }))}
      filters={partsFor(config, level, filters)}
      actions={partsFor(config, level, actions)}
      rowActions={partsFor(config, level, rowActions)}
      emptyText={translate('devices.emptyHint')}
    />
  )
}
