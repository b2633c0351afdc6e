import type { enReceive } from './enReceive.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of Receive. */
export const esReceive: WordsOf<typeof enReceive> = {
  'receive.hint': 'Escanea este código para enviar a tu cuenta en {network}.',
  'receive.request': 'Escanea este código para pagar {amount} {symbol} en {network}.',
  'receive.label': 'Código con tu dirección en {network}',
  'receive.only': 'Envía a esta dirección solo tokens de {network}. Los demás pueden perderse.',
  'receive.copy': 'Copiar dirección',
  'receive.copied': 'Copiado',
  'receive.copyFailed': 'No se pudo copiar. Selecciónalo y cópialo a mano.',
  'receive.share': 'Compartir',
  'receive.shareFailed': 'No se pudo compartir. Cópialo.',
  'receive.unsupported': 'Este monedero no puede recibir aquí.',
  'receive.invalid': 'Esta solicitud no es válida. Se muestra tu dirección sin importe.',
  'receive.ask': 'Solicitar un pago',
  'receive.askFailed': 'No se pudo abrir. Inténtalo de nuevo.',
}
