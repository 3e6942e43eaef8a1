/** The widgets that config may name, and the code of each. */
import type { ComponentType } from 'react'
import type { WidgetName } from '../../../engine/compiled'
import { MapWidget } from './MapWidget'
import { StatsWidget } from './StatsWidget'
import { ClientsWidget, ModelsWidget, VendorsWidget } from './TableWidgets'
import type { WidgetProps } from './widget'

export const WIDGETS = {
  map: MapWidget,
  stats: StatsWidget,
  vendors: VendorsWidget,
  models: ModelsWidget,
  clients: ClientsWidget,
} satisfies Record<WidgetName, ComponentType<WidgetProps>>
