/** Asks for confirmation before the server applies a sheet; for many devices, the user must type their number. */
import { useTranslate } from 'ra-core'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import type { Confirmation } from './useSheetUpload'

interface QuestionProps {
  question: Confirmation
  onYes: () => void
  onNo: () => void
}

export function Question({
  question: { count, isMany = false, moves: _, ...texts },
  onYes,
  onNo,
}: QuestionProps) {
  const translate = useTranslate()
  const typedCount = useTypedCount(count, isMany)
  return (
    <ConfirmDialog
      {...texts}
      no={translate('ra.action.cancel')}
      onYes={() => typedCount.validate() && onYes()}
      onClose={onNo}
    >
      <TypedCount typedCount={typedCount} />
    </ConfirmDialog>
  )
}
