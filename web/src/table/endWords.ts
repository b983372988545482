// What is told of a game that is over.
import { words } from '../words';

export const t = words(
  {
    'over.place': { ordinal: true, one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' },
    'over.level': 'All level',
    'over.rest': 'And then',
    'over.best': 'Your best deal',
    'over.only': 'Your deal',
    'over.worst': 'Your hardest deal',
    'over.watch': 'Watch deal {n} again',
    'over.from': 'Counted from deal {n} on, as far back as this page was told.',
    'over.last_deal': 'The last deal',
    'over.kind': 'Well played. The next game starts level.',
    'over.share': 'Share the result',
    'over.share.deal.text':
      'Whoever has the link sees what somebody without a seat saw of the last deal that is over, and no other card.',
  },
  {
    vi: {
      'over.place': 'Hạng {n}',
      'over.level': 'Ngang nhau',
      'over.rest': 'Tiếp theo',
      'over.best': 'Ván hay nhất của bạn',
      'over.only': 'Ván của bạn',
      'over.worst': 'Ván khó nhất của bạn',
      'over.watch': 'Xem lại ván {n}',
      'over.from': 'Tính từ ván {n}, từ lúc trang này được biết.',
      'over.last_deal': 'Ván cuối',
      'over.kind': 'Chơi hay lắm. Ván sau mọi người lại bắt đầu ngang nhau.',
      'over.share': 'Chia sẻ kết quả',
      'over.share.deal.text':
        'Ai có đường dẫn sẽ thấy những gì người ngoài bàn đã thấy của ván vừa xong, và không lá bài nào khác.',
    },
  },
);
