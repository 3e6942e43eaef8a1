/** What is said of an order that was taken back, or could not be. */
import type { useTranslate } from 'ra-core'
import type { Undone } from './UndoButton'

export function saidOf(result: Undone, translate: ReturnType<typeof useTranslate>) {
  if (result.kind === 'cancelled') {
    return {
      tone: 'info',
      text: translate('compose.undo.done', { count: result.count.toLocaleString('ko-KR') }),
    } as const
  }
  return {
    tone: 'error',
    text: result.kind === 'late' ? translate('compose.undo.late') : result.reason,
  } as const
}
