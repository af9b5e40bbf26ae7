exports.first = () => 1;
exports.second = () => 2;
exports.third = () => 3;
exports.fourth = () => 4;
exports.fifth = () => 5;
exports.never = () => 6;
