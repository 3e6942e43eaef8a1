/** Which widgets are on the dashboard, and in which order. */
import DashboardCustomize from '@mui/icons-material/DashboardCustomizeOutlined'
import { useTranslate } from 'ra-core'
import type { Ref } from 'react'
import { useWords } from '../../../config'
import { ArrangeButton } from '../../../ui/ArrangeButton'
import { arrangedWidgets, isClosed, move, NO_ARRANGEMENT, setClosed, useArrangement } from './arrangement'

export function WidgetChooser({ ref }: { ref: Ref<HTMLButtonElement> }) {
  const translate = useTranslate()
  const words = useWords()
  const { widgets, arrangement, setArrangement } = useArrangement()
  const parts = arrangedWidgets(widgets, arrangement).map(({ name, title }) => ({
    name,
    label: words(title),
    shown: !isClosed(arrangement, name),
  }))
  const hidden = parts.filter(({ shown }) => !shown).length
  return (
    <ArrangeButton
      ref={ref}
      startIcon={<DashboardCustomize fontSize="small" />}
      title={translate('dashboard.widget.arrange')}
      parts={parts}
      onShow={(name, shown) => setArrangement(setClosed(arrangement, name, !shown))}
      onMove={(name, by) => setArrangement(move(widgets, arrangement, name, by))}
      reset={translate('dashboard.widget.reset')}
      onReset={() => setArrangement(NO_ARRANGEMENT)}
    >
      {hidden > 0
        ? translate('dashboard.widget.arrangeHidden', { count: hidden })
        : translate('dashboard.widget.arrange')}
    </ArrangeButton>
  )
}
