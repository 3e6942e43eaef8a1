/** The widgets that config may name, and the code of each. */
import type { ComponentType } from 'react'
import type { CompiledWidget, WidgetName } from '../../../engine/compiled'
import { MapWidget } from './MapWidget'
import { StatsWidget } from './StatsWidget'
import { ClientsWidget, ModelsWidget, VendorsWidget } from './TableWidgets'

export interface WidgetProps {
  widget: CompiledWidget
  collapsed: boolean
  onCollapse: (collapsed: boolean) => void
  onClose: () => void
}

export const WIDGETS = {
  map: MapWidget,
  stats: StatsWidget,
  vendors: VendorsWidget,
  models: ModelsWidget,
  clients: ClientsWidget,
} satisfies Record<WidgetName, ComponentType<WidgetProps>>
