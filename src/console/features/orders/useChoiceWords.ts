/** Returns a function that returns the value of an order as its sender read it: the words of a choice, or the value. */
import type { Order } from '../../../contract/orders'
import { choiceTitles } from '../../../domain/methodInput'
import { ownValue } from '../../../domain/own'
import { useTranslate } from '../../config'
import { useMethods } from '../../forms/method/useMethods'

export function useChoiceWords(): (order: Pick<Order, 'code' | 'data'>) => string {
  const translate = useTranslate()
  const { data: methods = [] } = useMethods()
  return ({ code, data }) => {
    const method = methods.find(candidate => candidate.code === code)
    const title = method && ownValue(choiceTitles(method.content), data)
    return title ? translate(title) : data
  }
}
