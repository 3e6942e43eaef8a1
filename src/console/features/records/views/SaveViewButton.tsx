/** Saves the filters and the sort of the list as a view of the user, or removes the view that the list shows. */
import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined'
import BookmarkRemoveOutlined from '@mui/icons-material/BookmarkRemoveOutlined'
import { useState } from 'react'
import { useTranslate } from '../../../config'
import { focusableWhenDisabled } from '../../../ui/controls/focusableWhenDisabled'
import { TipButton } from '../../../ui/controls/TipButton'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'
import type { Views } from './useViews'

const SaveView = lazyComponent(() => import('./SaveView'))

export function SaveViewButton({ views }: { views: Views }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { current, isExact, save, remove } = views
  if (isExact && current.isOwn)
    return (
      <TipButton
        label={translate('forms.views.remove', { name: String(current.label) })}
        size="small"
        onClick={() => remove(current)}
      >
        <BookmarkRemoveOutlined fontSize="small" />
      </TipButton>
    )
  return (
    <>
      <TipButton
        label="forms.views.save"
        size="small"
        aria-haspopup="dialog"
        onClick={event => setAnchor(event.currentTarget)}
        {...focusableWhenDisabled(isExact)}
      >
        <BookmarkAddOutlined fontSize="small" />
      </TipButton>
      {anchor && (
        <LazyPart>
          <SaveView anchor={anchor} onSave={save} onClose={() => setAnchor(null)} />
        </LazyPart>
      )}
    </>
  )
}
