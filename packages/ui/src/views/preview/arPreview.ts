import { arDescription } from '../../description/arDescription.ts'
import type { PreviewWords } from './previewWords.ts'

/** Arabic. */
export const arPreview: PreviewWords = {
  description: arDescription,
  screen: {
    checking: 'جارٍ فحص ما يفعله هذا…',
    next: 'ستطلب منك {wallet} التأكيد.',
    more: 'بعده {count} أخرى.',
    proceed: 'متابعة',
    hold: 'اضغط مطولًا للمتابعة',
    release: 'ارفع إصبعك',
    again: 'اضغط مرة أخرى',
    holdHow:
      'اضغط ثانية واحدة بالمؤشر أو بمفتاح الإدخال أو المسافة. إن تعذّر ذلك فاضغط، وانتظر ثانية، ثم اضغط مرة أخرى.',
    cancel: 'إلغاء',
    drainTitle: 'يبدو هذا كسرقة للأموال',
    failedTitle: 'لا يمكننا معرفة ما يفعله هذا',
    understand: 'أفهم أنني قد أخسر ما هو معروض هنا.',
    understandUnread: 'أفهم أنني قد أخسر كل ما في هذا الحساب.',
    fee: 'رسوم الشبكة تقريبًا',
    contract: 'عقد',
    unused: 'لم يُستخدم قط',
    typedUntried: 'لا يمكن تجربة التوقيع مسبقًا. من يحصل عليه يمكنه استخدامه لاحقًا.',
    signs: {
      'takes-several': 'تخرج عدة أشياء من حسابك ولا يصل شيء.',
      'takes-all-coins': 'تخرج كل عملاتك تقريبًا ولا يصل شيء.',
      'takes-more': 'يخرج من حسابك أكثر مما يذكره الطلب ولا يصل شيء.',
      'lets-take': 'يسمح لشخص آخر بأخذ عدة رموز منك.',
      'signature-takes': 'بهذا التوقيع وحده يمكن لشخص آخر أخذ كل هذا الرمز.',
      'order-for-nothing': 'تعطي شيئًا ولا تحصل على مقابل.',
      'takes-account': 'يحصل شخص آخر على التحكم في حساب لك.',
    },
    failures: {
      'method-not-supported': 'لا يمكن قراءة هذا النوع من التوقيع. يمكنه فعل أي شيء.',
      'action-not-allowed': 'يسمح لشيفرة أجنبية بالتصرف باسم حسابك.',
      unauthorized: 'هذا لحساب آخر غير الذي وصلته.',
      'params-invalid': 'الطلب غير صحيح، أو هو لشبكة أخرى.',
      'bundle-too-large': 'يحتوي على إجراءات أكثر مما يمكن عرضه.',
      other: 'تعذّر فحصه. حاول مرة أخرى، أو اسأل الموقع عما يفعله.',
    },
  },
}
