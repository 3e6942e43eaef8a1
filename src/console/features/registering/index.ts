/**
 * Registering an order and taking it back, for the compose page and the dialog of one device. A room of its own: both come with
 * their screens, and the first page carries nothing of it.
 */
export { holdLeft, UndoButton } from './UndoButton'
export { isSecret, useMethods } from './useMethods'
export { type RegisteredOrder, type Registration, useRegister } from './useRegister'
