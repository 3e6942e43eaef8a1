/** Exports the selected records as a spreadsheet, like the export of the whole list. */
import { useStore, useTranslate } from 'ra-core'
import { partsFor } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { type Arrangement, arrangedParts } from '../../forms/list/arrangement'
import { useCounted } from '../../forms/listTexts'
import { ExportDialog } from '../exports'
import type { BulkDialogProps } from './fields'

const AS_IN_CONFIG: Arrangement = {}

export default function ExportChosenDialog({ resource, choice, count, onClose }: BulkDialogProps) {
  const translate = useTranslate()
  const config = useConfig()
  const { level } = useUser()
  const counted = useCounted(resource)
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
      chosen={{
        ids: choice.ids,
        count,
        about: number => translate('bulk.about.export', { records: counted(number) }),
      }}
      onClose={onClose}
    />
  )
}
