import type { enCrossing } from './enCrossing.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of swaps across networks that were sent. */
export const arCrossing: WordsOf<typeof enCrossing> = {
  'crossing.onWayTitle': 'في الطريق',
  'crossing.onWayText':
    'غادر {from} شبكة {fromNetwork}. يُفترض أن تستلم {to} على {toNetwork} خلال نحو {time}. يمكنك إغلاق هذه النافذة.',
  'crossing.lateTitle': 'يستغرق وقتًا أطول من المعتاد',
  'crossing.lateText':
    'غادر {from} شبكة {fromNetwork} ولم يدفع {source} على {toNetwork} بعد. يمكنك إغلاق هذه النافذة والعودة لاحقًا.',
  'crossing.receivedTitle': 'تم الاستلام',
  'crossing.receivedText': 'وصل {received} إلى {toNetwork}.',
  'crossing.toldTitle': 'تم الاستلام على الأرجح',
  'crossing.toldText': 'يقول {source} إنه دفع على {toNetwork}. تحقق من رصيدك هناك.',
  'crossing.partialTitle': 'وصلت عملة أخرى',
  'crossing.partialText':
    'لم يتمكن {source} من إتمام المبادلة. استلمت عملة أخرى على {toNetwork}: {token}',
  'crossing.refundedTitle': 'أُعيد المبلغ',
  'crossing.refundedText': 'لم يتمكن {source} من إتمام المبادلة، فأعاد إليك {received}.',
  'crossing.lostTitle': 'فشل التحويل',
  'crossing.lostText':
    'يقول {source} إن التحويل فشل. غادر {from} شبكة {fromNetwork}: اطلبه من {source} برقم المعاملة.',
  'crossing.viewOn': 'عرض على {network}',
  'crossing.viewBack': 'عرض الإرجاع',
  'crossing.dismiss': 'إخفاء',
}
