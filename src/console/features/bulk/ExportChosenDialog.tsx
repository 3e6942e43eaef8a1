/** The chosen devices as a spreadsheet, as their list exports all. */
import { useStore, useTranslate } from 'ra-core'
import { partsFor } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { type Arrangement, arrangedParts } from '../../forms/list/arrangement'
import { ExportDialog } from '../exports'
import type { BulkDialogProps } from './fields'

const AS_IN_CONFIG: Arrangement = {}

export default function ExportChosenDialog({ resource, choice, count, onClose }: BulkDialogProps) {
  const translate = useTranslate()
  const config = useConfig()
  const { level } = useUser()
  const [arrangement] = useStore<Arrangement>(`${resource.name}.columns`, AS_IN_CONFIG)
  const all = partsFor(config, level, resource.list?.columns ?? []).map(column => ({
    ...column,
    name: column.field,
  }))
  const shown = arrangedParts(all, arrangement)
  return (
    <ExportDialog
      resource={resource}
      shown={shown}
      all={all}
      chosen={{ ids: choice.ids, count, about: said => translate('bulk.about.export', { count: said }) }}
      onClose={onClose}
    />
  )
}
