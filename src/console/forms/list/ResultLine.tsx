/** §2: how many records were found, none, or that the list is loading; announced when it changes. */
import { Typography } from '@mui/material'
import { useListContext } from 'ra-core'
import type { CompiledList } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { useWords } from '../../config'

export function ResultLine({ texts }: { texts: CompiledList['texts'] }) {
  const words = useWords()
  const { total, isPending, isPlaceholderData } = useListContext()
  const loading = isPending || isPlaceholderData
  const sentence = () => {
    if (loading) return words(texts.loading)
    // The page has failed: the total is not known.
    if (total === undefined) return ''
    return total > 0 ? fill(words(texts.found), { count: total.toLocaleString('ko-KR') }) : words(texts.none)
  }
  return (
    <Typography role="status" variant="body2" color="text.secondary">
      {sentence()}
    </Typography>
  )
}
