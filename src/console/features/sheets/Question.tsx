/** Asked before a sheet is taken; where it is about many devices, with their number typed. */
import { useTranslate } from 'ra-core'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import type { Asked } from './useSheetUpload'

interface QuestionProps {
  question: Asked
  onYes: () => void
  onNo: () => void
}

export function Question({
  question: { agreed, isMany = false, moves: _, ...words },
  onYes,
  onNo,
}: QuestionProps) {
  const translate = useTranslate()
  const asked = useTypedCount(agreed, isMany)
  return (
    <ConfirmDialog
      {...words}
      no={translate('ra.action.cancel')}
      onYes={() => asked.isAgreed() && onYes()}
      onClose={onNo}
    >
      <TypedCount asked={asked} />
    </ConfirmDialog>
  )
}
